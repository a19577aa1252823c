import json

import msgspec

from evalrata.integrations.agentlog.conversations import Conversations


def request(*texts, **extra):
    """The messages of a request: user texts, the first with ``extra`` fields."""
    messages = [{"role": "user", "content": text} for text in texts]
    messages[0] |= extra
    return [msgspec.Raw(json.dumps(message).encode()) for message in messages]


def send(conversations, messages):
    thread = conversations.take(messages)
    thread.add(0, messages, None)
    return thread


def test_a_longer_request_with_the_same_beginning_continues():
    all_ = Conversations()
    first = send(all_, request("hello", "a"))

    assert send(all_, request("hello", "a", "b", "c")) is first
    assert list(all_) == [first]


def test_another_word_at_the_place_of_the_last_message_is_another_conversation():
    all_ = Conversations()
    first = send(all_, request("hello", "a"))
    second = send(all_, request("hello", "x", "y"))

    assert list(all_) == [first, second]


def test_conversations_that_alternate_are_told_apart():
    all_ = Conversations()
    left, right = send(all_, request("hello", "l")), send(all_, request("hello", "r"))

    assert send(all_, request("hello", "r", "1", "2")) is right
    assert send(all_, request("hello", "l", "1", "2")) is left
    assert send(all_, request("hello", "r", "1", "2", "3", "4")) is right


def test_a_request_continues_the_longest_of_several():
    all_ = Conversations()
    short = send(all_, request("hello", "task", "a"))
    long = send(all_, request("hello", "task", "b", "c"))

    assert send(all_, request("hello", "task", "a", "c", "d")) is long
    assert list(all_) == [short, long]


def test_a_conversation_may_begin_with_one_message():
    all_ = Conversations()
    first = send(all_, request("hello"))

    assert send(all_, request("hello", "a")) is first
    assert send(all_, request("hello", "a", "b")) is first


def test_a_mark_for_the_providers_cache_does_not_make_another_conversation():
    all_ = Conversations()
    first = send(all_, request("hello", "a", cache_control={"type": "ephemeral"}))

    assert send(all_, request("hello", "a", "b")) is first


def test_messages_that_cannot_be_told_by_content_are_told_by_their_bytes():
    deep = msgspec.Raw(b'{"content": ' + b"[" * 100_000 + b"]" * 100_000 + b"}")
    other = msgspec.Raw(b'{"content": ' + b"[" * 100_001 + b"]" * 100_001 + b"}")
    all_ = Conversations()
    first = send(all_, [deep])

    assert send(all_, [deep]) is first
    assert send(all_, [other]) is not first
