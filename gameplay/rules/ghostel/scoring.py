"""Which guests flee, what is each contributor paid, and who wins?"""

from __future__ import annotations

from collections.abc import Mapping

from gameplay.rules.contract import Result, Step, Tell
from gameplay.rules.kernel import then

from .abilities import Place
from .buying import DrawCard
from .cards import GuestCard
from .choices import Colour, Deck
from .facts import FavourDiscarded, GameScored, GhostScored, GuestFled, PointsScored, RoomTotalled
from .order import move_marker
from .state import Die, Room, State, cards, guest_in


class ScoreRoom(Step, tag="score_room"):
    """GH-7.1 GH-7.2  Rooms come one at a time, 1 to 9; the guest flees if the terror there is at least its courage."""

    room: int

    def run(self, s: State, tell: Tell) -> None:
        dice = s.rooms[self.room].dice
        if not dice:
            return
        guest = guest_in(s, self.room)
        terror = contributions(guest, dice)
        total = sum(terror.values())
        scared = flees(guest, total, len(terror))
        tell(
            RoomTotalled(
                night=s.night,
                room=self.room,
                guest=guest.id,
                total=total,
                courage=guest.courage,
                contributors=len(terror),
                scared=scared,
            )
        )
        if scared:
            pay(s, self.room, guest, terror, tell)


def terror_of(guest: GuestCard, die: Die) -> int:
    """GH-5.3  What a die adds: its face after the guest's ability, doubled if it lies on a phobia token."""
    return guest.terror[die.token][die.face]


def contributions(guest: GuestCard, dice: list[Die]) -> dict[Colour, int]:
    """GH-7.3  The terror of all dice of each ghost that has any here, of any age, even if it is 0."""
    found: dict[Colour, int] = {}
    terror = guest.terror
    for die in dice:
        ghost = die.ghost
        found[ghost] = found.get(ghost, 0) + terror[die.token][die.face]
    return found


def flees(guest: GuestCard, total: int, ghosts: int) -> bool:
    """GH-7.2 GH-7.11  Equal to the courage is enough (A-02); a guest that does not flee stays with all its dice."""
    return total >= guest.courage and ghosts >= guest.asks.least_ghosts()


def places(values: Mapping[Colour, int]) -> dict[Colour, Place]:
    """GH-7.4 GH-7.5 GH-7.6 GH-7.7 GH-7.8  The one place of each contributor; of several firsts nobody comes second."""
    ranks = sorted(values.values(), reverse=True)
    first, second = ranks[0], ranks[:2][-1]
    return {ghost: 1 if value == first else 2 if value == second else 3 for ghost, value in values.items()}


def pay(s: State, number: int, guest: GuestCard, terror: Mapping[Colour, int], tell: Tell) -> None:
    """GH-7.9 GH-11.3  Markers move at once, by place, and within a place in this night's order; ghosts of one seat are rivals too."""
    owners = [die.ghost for die in s.rooms[number].dice]
    asks = guest.asks
    values = asks.ranked(terror, owners)
    place = places(values)
    extra = asks.extra_points(len(terror))
    paid = sorted([ghost for ghost in s.order if ghost in place], key=place.__getitem__)
    draws: list[DrawCard] = []
    for ghost in paid:
        mine, rank = s.ghosts[ghost], place[ghost]
        points = guest.scores[rank - 1] + extra
        move_marker(s, ghost, points)
        tell(
            PointsScored(
                ghost=ghost,
                seat=mine.seat,
                night=s.night,
                room=number,
                guest=guest.id,
                terror=terror[ghost],
                count=owners.count(ghost),
                ranked_by=values[ghost],
                place=rank,
                points=points,
                score=mine.score,
            )
        )
        reward = asks.reward(rank)
        if reward:
            draws += drawn(ghost, *reward)
    if draws:
        then(s, *draws, ClearRoom(room=number))
    else:
        clear_room(s, number, tell)


def drawn(ghost: Colour, deck: Deck, count: int) -> list[DrawCard]:
    """GH-7.12  A ghost that was paid for the rewarded place draws, in the order of payment, before the room is cleared (A-52)."""
    return [DrawCard(ghost=ghost, deck=deck, cause="reward") for _ in range(count)]


class ClearRoom(Step, tag="clear_room"):
    """GH-7.10 GH-7.12  The room is cleared once the rewards are drawn."""

    room: int

    def run(self, s: State, tell: Tell) -> None:
        clear_room(s, self.room, tell)


def clear_room(s: State, number: int, tell: Tell) -> None:
    """GH-7.10  Dice return to their owners, tokens to the supply, attached favours to the discards; the guest never comes back."""
    room = s.rooms[number]
    guest, room.guest = room.guest, ""
    s.gone.append(guest)
    gone, room.dice = room.dice, []
    tokens = return_tokens(s, gone)
    tell(GuestFled(night=s.night, room=number, guest=guest, returned=[die.die for die in gone], tokens=tokens))
    if room.attached:
        discard_attached(s, number, room.attached, tell)


def return_tokens(s: State, dice: list[Die]) -> int:
    """GH-5.7  When a die on a token leaves the hotel, the token returns to the supply. Returns how many did."""
    tokens = len([die for die in dice if die.token])
    s.tokens += tokens
    return tokens


def discard_attached(s: State, number: int, attached: list[str], tell: Tell) -> None:
    """GH-6.1  Favours whose attachment ends go to the discard pile."""
    room: Room = s.rooms[number]
    room.attached = [card for card in room.attached if card not in attached]
    s.discards["spookie_favour"] += attached
    for card in attached:
        tell(FavourDiscarded(card=cards(s).key[card], room=number))


def finish(s: State, tell: Tell) -> None:
    """GH-10.5  Cards in hand and dice left in the hotel are worth nothing."""
    s.phase = "over"
    for colour, ghost in s.ghosts.items():
        tell(GhostScored(ghost=colour, seat=ghost.seat, score=ghost.score))
    tell(GameScored(night=s.night, scores=scores(s), winners=winners(s)))


def scores(s: State) -> list[int]:
    """GH-11.5  A seat has the sum of its ghosts' points."""
    found = [0] * s.seats
    for ghost in s.ghosts.values():
        found[ghost.seat] += ghost.score
    return found


def winners(s: State) -> list[int]:
    """GH-10.5  The highest score wins; equal highest scores share the win (A-24)."""
    points = scores(s)
    most = max(points)
    return [seat for seat, score in enumerate(points) if score == most]


def result(s: State) -> Result:
    """GH-10.5  The points and the winners when all is over."""
    return Result(scores=scores(s), winners=winners(s))
