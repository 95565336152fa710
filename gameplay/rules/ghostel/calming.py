"""What becomes of the dice that stay in the hotel?"""

from __future__ import annotations

from gameplay.rules.contract import Step, Tell

from .cards import NoCalming
from .facts import DiceCalmed
from .scoring import discard_attached, return_tokens
from .state import ROOMS, Room, State, cards, guest_in


class CalmDown(Step, tag="calm_down"):
    """GH-8.1 GH-8.4  After all rooms every die still in the hotel drops by one face; the guests stay, with dice or without."""

    def run(self, s: State, tell: Tell) -> None:
        for number in ROOMS:
            room = s.rooms[number]
            if room.dice:
                calm(s, number, room, tell)
            if room.attached:
                discard_attached(s, number, [card for card in room.attached if ends_with_calming(s, card)], tell)


def calm(s: State, number: int, room: Room, tell: Tell) -> None:
    """GH-8.2 GH-8.3  The face drops, so a doubled die loses two terror; a die that would show 0 or less leaves."""
    steps = steps_in(s, number, room)
    dice, faces, gone = [], [], []
    for die in room.dice:
        face = die.face = die.face - steps
        if face > 0:
            dice.append(die.die)
            faces.append(face)
        else:
            gone.append(die)
    if gone:
        room.dice = [die for die in room.dice if die.face > 0]
    tell(
        DiceCalmed(
            night=s.night,
            room=number,
            guest=room.guest,
            steps=steps,
            dice=dice,
            faces=faces,
            returned=[die.die for die in gone],
            tokens=return_tokens(s, gone),
        )
    )


def steps_in(s: State, number: int, room: Room) -> int:
    """GH-6.10 GH-8.1  By how many faces the dice drop: not at all with Lingering Dread, else as the guest has it."""
    if room.attached and any(isinstance(cards(s).favours[cards(s).key[card]].effect, NoCalming) for card in room.attached):
        return 0
    return guest_in(s, number).asks.calm_steps()


def ends_with_calming(s: State, card: str) -> bool:
    """GH-6.10  Does this favour leave at the end of calming? Others stay until the guest leaves."""
    return cards(s).favours[cards(s).key[card]].effect.until == "end_of_calming"
