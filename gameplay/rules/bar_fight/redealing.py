"""Which other games look the same to a viewer who remembers all that was shown?"""

from __future__ import annotations

from copy import deepcopy

from gameplay.rules.chance import Chance, draw, shuffled
from gameplay.rules.contract import EVERYBODY, REFEREE, Seat

from .choices import DECKS, Card, Deck, Mix
from .mixing import Cocktails
from .restock import draws_offered
from .state import SEEN, Hand, State, gain


def redeal(s: State, viewer: Seat, chance: Chance) -> State:
    """BF-8.7  Another state, equally possible for this viewer: decks, the hands of others and sealed choices dealt anew.

    A card that was drawn after a deck's n-th shuffle was put into the deck by it, and everybody saw which cards were: so it
    changes places with others drawn after the same shuffle, and those still in the deck. Cards seen coming stay.
    """
    twin = deepcopy(s)
    if viewer == REFEREE:
        return twin
    others = [] if viewer == EVERYBODY else [hand for seat, hand in enumerate(twin.hands) if seat != viewer]
    for deck in DECKS:
        for shuffle in range(SEEN + 1, twin.shuffles[deck] + 1):
            pile = twin.piles[deck] if shuffle == twin.shuffles[deck] else []
            deal_anew(pile, others, deck, shuffle, chance)
    if twin.round:
        twin.judge_pile = shuffled(twin.judge_pile, chance)
    for seat, choice in enumerate(twin.sealed):
        if choice is None or viewer in (seat, EVERYBODY):
            continue
        options = Cocktails(twin.hands[seat]) if isinstance(choice, Mix) else draws_offered(twin, seat)
        twin.sealed[seat] = draw(options, chance)  # type: ignore[call-overload]
    return twin


def deal_anew(pile: list[Card], hands: list[Hand], deck: Deck, shuffle: int, chance: Chance) -> None:
    """BF-8.7  The cards of one shuffle that are hidden from the viewer change places."""
    taken = [take(hand, deck, shuffle) for hand in hands]
    cards = shuffled([*pile, *(card for cards in taken for card in cards)], chance)
    pile[:], cards = cards[: len(pile)], cards[len(pile) :]
    for hand, gone in zip(hands, taken, strict=True):
        for card in cards[: len(gone)]:
            gain(hand, deck, card, shuffle)
        del cards[: len(gone)]
        hand[deck] = {card: sorted(copies) for card, copies in hand[deck].items()}


def take(hand: Hand, deck: Deck, shuffle: int) -> list[Card]:
    """Take the cards of one shuffle out of a hand."""
    found = [card for card, copies in hand[deck].items() for copy in copies if copy == shuffle]
    kept = {card: [copy for copy in copies if copy != shuffle] for card, copies in hand[deck].items()}
    hand[deck] = {card: copies for card, copies in kept.items() if copies}
    return found
