import abc
import copy
import pickle
from typing import Generic, TypeVar

import pytest

from evalrata.integrations.tau.live.mixing import Mixed, below, mix
from evalrata.schemas.errors import UsageError

T = TypeVar("T")


def pickled(value):
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - made here


class Loud(Mixed):
    def say(self):
        return below(self).say().upper()


class Louder(Loud):
    def say(self):
        return Loud.say(self) + "!"


class Voice:
    def __init__(self):
        self.word = "hello"

    def say(self):
        return self.word

    def twice(self):
        return self.say() * 2


def test_calls_from_inside_the_object_go_through_the_mixin():
    voice = Voice()

    mix(voice, Loud)

    assert voice.twice() == "HELLOHELLO"
    assert vars(voice) == {"word": "hello"}


def test_a_mixin_is_mixed_in_once_and_a_later_one_takes_its_place():
    voice = Voice()
    mix(voice, Loud)
    kind = type(voice)

    mix(voice, Loud)
    assert type(voice) is kind
    mix(voice, Louder)
    assert voice.say() == "HELLO!"
    assert type(voice).__mro__[1:] == Voice.__mro__


def test_a_mixin_never_replaces_a_subclass_of_its_own():
    voice = Voice()
    mix(voice, Louder)

    mix(voice, Loud)

    assert voice.say() == "HELLO!"


def test_two_objects_of_a_class_share_the_mixed_one():
    one, two = Voice(), Voice()

    mix(one, Loud)
    mix(two, Loud)

    assert type(one) is type(two)


def test_other_objects_of_the_class_stay_as_they_are():
    mix(Voice(), Loud)

    assert Voice().say() == "hello"


class Abstract(abc.ABC):
    @abc.abstractmethod
    def say(self): ...


class Spoken(Voice, Abstract):
    pass


class Only(Abstract):
    def say(self):
        return "hello"


class Parametrised(Generic[T]):
    def say(self):
        return "hello"


class Slotted:
    __slots__ = ("word",)

    def say(self):
        return "hello"


@pytest.mark.parametrize(
    "kind", [Spoken, Only, Parametrised, Parametrised[int], Slotted]
)
def test_classes_of_every_layout_take_a_mixin(kind):
    voice = kind()

    mix(voice, Loud)

    assert voice.say() == "HELLO"


def test_a_subclass_that_calls_up_is_below():
    class Polite(Voice):
        def say(self):
            return super().say() + ", please"

    voice = Polite()

    mix(voice, Loud)

    assert voice.say() == "HELLO, PLEASE"


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
def test_copies_are_mixed_too(copied):
    voice = Voice()
    mix(voice, Loud)

    other = copied(voice)

    assert other is not voice
    assert type(other) is type(voice)
    assert other.say() == "HELLO"


@pytest.mark.parametrize("stranger", [7, "text", [], None])
def test_built_in_objects_are_refused(stranger):
    with pytest.raises(UsageError, match=r"builtins\.\w+ cannot be instrumented"):
        mix(stranger, Loud)
