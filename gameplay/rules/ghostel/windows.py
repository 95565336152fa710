"""What is common to the three moments at which a ghost is asked: keeping dice, its turn, buying?"""

from __future__ import annotations

from typing import Any, ClassVar

from gameplay.rules.contract import Choice, Decision, Illegal, Options, Seat, Tell
from gameplay.rules.kernel import Tally, then

from . import cards, favours
from .choices import Answer, Colour, Favour
from .state import Ghost, State


class GhostAsked(Decision):
    """GH-6.2  A ghost answers, or first plays any number of the favours that fit the moment."""

    ghost: Colour

    window: ClassVar[cards.Window]
    answers: ClassVar[tuple[type[Choice], ...]]
    """The choices beside favours."""

    def answer(self, s: State, seat: Seat, choice: Any, tell: Tell) -> None:
        """GH-4.11  Each favour resolves at once, then the ghost is asked again."""
        if type(choice) in self.answers:
            self.carry_out(s, choice, tell)
        else:
            self.again(s)
            favours.play(s, self.ghost, self.window, choice, tell)

    def again(self, s: State) -> None:
        """Ask anew: an older answer does not fit the new question."""
        self.n = 0
        then(s, self)

    def carry_out(self, s: State, choice: Any, tell: Tell) -> None:
        """What the ghost answered, if not a favour."""
        raise NotImplementedError

    def playable(self, s: State) -> list[Options]:
        """The favours that may be played first."""
        return favours.offers(s, self.ghost, self.window) if s.ghosts[self.ghost].favours else []

    def tally(self, s: State, seat: Seat) -> Tally:
        """As many as the options are, without making them."""
        mine = s.ghosts[self.ghost]
        own = self.own_tally(s, mine)
        return favours.tally(s, self.ghost, self.window, own) if mine.favours else own

    def own_tally(self, s: State, mine: Ghost) -> Tally:
        """How many choices there are beside favours, and of which types."""
        raise NotImplementedError

    def why_not(self, s: State, seat: Seat, choice: Any) -> Illegal | None:
        """GH-11.1 GH-11.2  A seat acts with the ghost that is asked, in the way that is asked."""
        if not isinstance(choice, Answer):
            return None
        ghost = s.ghosts.get(choice.ghost)
        if ghost is None or ghost.seat != seat:
            return Illegal("not_your_ghost", "GH-11.1", "This is not one of your ghosts.")
        if not isinstance(choice, Favour) and type(choice) not in self.answers:
            return Illegal("wrong_phase", self.clause, "This is not the time for it.")
        if choice.ghost != self.ghost:
            return Illegal("not_your_turn", self.clause, "Another of your ghosts is asked now.")
        if isinstance(choice, Favour):
            return favours.why_not(s, self.ghost, self.window, choice)
        return self.refuse(s, choice)

    def refuse(self, s: State, choice: Any) -> Illegal | None:
        """What is wrong with an answer of the right kind."""
        raise NotImplementedError
