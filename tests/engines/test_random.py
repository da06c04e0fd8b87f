"""The generators of both backends, against published vectors and the definitions in `docs/contract.md`."""

from __future__ import annotations

import importlib
import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from helpers.messages import says
from helpers.refusal import refuses, shown_int
from oxideal.errors import InvalidArgumentError
from oxideal.reference.random import SplitMix64

if TYPE_CHECKING:
    from collections.abc import Callable

    from oxideal.interface import RandomStream

BLOCK = 16
PERIOD = 2**32 * BLOCK

COUNTING = bytes(range(32))


@pytest.fixture(params=["oxideal.reference.random", "oxideal.random"])
def stream_type(request: pytest.FixtureRequest) -> Callable[..., RandomStream]:
    loaded: Callable[..., RandomStream] = importlib.import_module(request.param).Stream
    return loaded


def key_stream(stream: RandomStream, length: int) -> bytes:
    words = (stream.word() for _ in range(math.ceil(length / 4)))
    return b"".join(word.to_bytes(4, "little") for word in words)[:length]


def at_block(stream_type: Callable[..., RandomStream], key: bytes, nonce: str, counter: int) -> RandomStream:
    stream = stream_type(key, int.from_bytes(bytes.fromhex(nonce), "little"))
    stream.skip(counter * BLOCK)
    return stream


# RFC 8439, sections 2.3.2 and 2.4.2, and appendix A.1, whose nonce fills the third word: key, nonce, counter, stream

KEY_STREAMS = {
    "2.3.2": (
        COUNTING,
        "000000090000004a00000000",
        1,
        (
            "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
            "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
        ),
    ),
    "2.4.2": (
        COUNTING,
        "000000000000004a00000000",
        1,
        (
            "224f51f3401bd9e12fde276fb8631ded8c131f823d2c06e27e4fcaec9ef3cf78"
            "8a3b0aa372600a92b57974cded2b9334794cba40c63e34cdea212c4cf07d41b7"
            "69a6749f3f630f4122cafe28ec4dc47e26d4346d70b98c73f3e9c53ac40c5945"
            "398b6eda1a832c89c167eacd901d7e2bf363"
        ),
    ),
    "A.1 #5": (
        bytes(32),
        "000000000000000000000002",
        0,
        (
            "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
            "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d"
        ),
    ),
}


@pytest.mark.parametrize("name", KEY_STREAMS)
def test_rfc_8439_key_streams(stream_type: Callable[..., RandomStream], name: str) -> None:
    key, nonce, counter, expected = KEY_STREAMS[name]
    stream = at_block(stream_type, key, nonce, counter)
    assert key_stream(stream, len(expected) // 2).hex() == expected


def test_key_stream_wraps_after_the_last_block(stream_type: Callable[..., RandomStream]) -> None:
    start = stream_type(5, 6)
    first = [start.word() for _ in range(3)]
    stream = stream_type(5, 6)
    stream.skip(PERIOD - 1)
    last = stream.word()
    assert [stream.word() for _ in range(3)] == first
    assert stream.position == PERIOD + 3

    by_blocks = stream_type(5, 6)
    by_blocks.skip(PERIOD - BLOCK)
    assert [by_blocks.word() for _ in range(BLOCK)][-1] == last
    assert by_blocks.word() == first[0]


def test_skip_equals_drawing(stream_type: Callable[..., RandomStream]) -> None:
    one_by_one = stream_type(1, 2)
    words = [one_by_one.word() for _ in range(70)]
    for skipped in range(70):
        stream = stream_type(1, 2)
        stream.skip(skipped)
        assert stream.position == skipped
        assert stream.word() == words[skipped]
    stream = stream_type(1, 2)
    assert stream.word() == words[0]
    stream.skip(0)
    stream.skip(30)
    assert stream.word() == words[31]
    assert stream.position == 32


@pytest.mark.parametrize("n", [1, 2, 3, 7, 40, 2**31, 2**31 + 1, 3 * 2**30, 2**32 - 1, 2**32])
def test_bounded_integers_follow_the_definition(stream_type: Callable[..., RandomStream], n: int) -> None:
    stream, words = stream_type(11), stream_type(11)
    for _ in range(200):
        product = words.word() * n
        while product % 2**32 < 2**32 % n:
            product = words.word() * n
        assert stream.below(n) == product // 2**32
        assert stream.position == words.position
    if n == 2**31 + 1:  # nearly half of the words are redrawn
        assert stream.position > 300


@pytest.mark.parametrize("n", [0, 1, 2, 3, 40, 54, 1000])
def test_shuffles_follow_the_definition(stream_type: Callable[..., RandomStream], n: int) -> None:
    stream, same = stream_type(13, n), stream_type(13, n)
    expected = list(range(n))
    for i in range(n - 1, 0, -1):
        j = same.below(i + 1)
        expected[i], expected[j] = expected[j], expected[i]
    assert stream.shuffled(n) == expected
    assert stream.position == same.position


@pytest.mark.parametrize("number", [0, 1, 255, 2**64, 2**255 + 12345, 2**256 - 1])
def test_seed_is_an_integer_or_its_bytes(stream_type: Callable[..., RandomStream], number: int) -> None:
    as_integer, as_bytes = stream_type(number), stream_type(number.to_bytes(32, "little"))
    assert [as_integer.word() for _ in range(20)] == [as_bytes.word() for _ in range(20)]


def test_seed_and_stream_accept_any_index(stream_type: Callable[..., RandomStream]) -> None:
    assert stream_type(np.uint8(7), np.int64(3)).word() == stream_type(7, 3).word()
    assert stream_type(7).word() == stream_type(7, 0).word() == stream_type(seed=7, stream=0).word()


def test_default_seed_is_random(stream_type: Callable[..., RandomStream]) -> None:
    assert len({stream_type().word() << 32 | stream_type(None).word() for _ in range(10)}) == 10


def test_every_bit_of_seed_and_stream_matters(stream_type: Callable[..., RandomStream]) -> None:
    seeds = {key_stream(stream_type(1 << bit), 16) for bit in range(256)}
    streams = {key_stream(stream_type(0, 1 << bit), 16) for bit in range(96)}
    assert (len(seeds), len(streams)) == (256, 96)


@pytest.mark.parametrize(
    ("seed", "error", "message"),
    [
        (-1, InvalidArgumentError, says("not_a_seed", ", got -1")),
        (2**256, InvalidArgumentError, says("not_a_seed", f", got {shown_int(2**256)}")),
        (-(2**300), InvalidArgumentError, says("not_a_seed", f", got {shown_int(-(2**300))}")),
        (b"", InvalidArgumentError, says("not_a_seed", ", got 0 bytes")),
        (b"12345", InvalidArgumentError, says("not_a_seed", ", got 5 bytes")),
        (bytes(33), InvalidArgumentError, says("not_a_seed", ", got 33 bytes")),
        ("7", TypeError, says("not_a_seed", ", not str")),
        (7.0, TypeError, says("not_a_seed", ", not float")),
        (True, TypeError, says("not_a_seed", ", not bool")),
        (bytearray(32), TypeError, says("not_a_seed", ", not bytearray")),
    ],
)
def test_refused_seeds(
    stream_type: Callable[..., RandomStream], seed: Any, error: type[Exception], message: str
) -> None:
    refuses(error, message, stream_type, seed)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda s: s(0, -1), InvalidArgumentError, says("stream_out_of_range", -1)),
        (lambda s: s(0, 2**96), InvalidArgumentError, says("stream_out_of_range", 2**96)),
        (lambda s: s(0, "1"), TypeError, says("not_an_integer", "stream", "str")),
        (lambda s: s(0, True), TypeError, says("not_an_integer", "stream", "bool")),
        (lambda s: s("0", -1), TypeError, says("not_a_seed", ", not str")),
        (lambda s: s(0).below(0), InvalidArgumentError, says("out_of_range", "n", 1, 4294967296, 0)),
        (lambda s: s(0).below(2**32 + 1), InvalidArgumentError, says("out_of_range", "n", 1, 4294967296, 4294967297)),
        (lambda s: s(0).below(2.0), TypeError, says("not_an_integer", "n", "float")),
        (lambda s: s(0).below(True), TypeError, says("not_an_integer", "n", "bool")),
        (lambda s: s(0).shuffled(-1), InvalidArgumentError, says("out_of_range", "n", 0, 1000000, -1)),
        (lambda s: s(0).shuffled(1_000_001), InvalidArgumentError, says("out_of_range", "n", 0, 1000000, 1000001)),
        (lambda s: s(0).shuffled(None), TypeError, says("not_an_integer", "n", "NoneType")),
        (lambda s: s(0).skip(-1), InvalidArgumentError, says("out_of_range", "words", 0, 68719476736, -1)),
        (
            lambda s: s(0).skip(PERIOD + 1),
            InvalidArgumentError,
            says("out_of_range", "words", 0, 68719476736, PERIOD + 1),
        ),
        (lambda s: s(0).skip("1"), TypeError, says("not_an_integer", "words", "str")),
    ],
)
def test_refused_arguments(
    stream_type: Callable[..., RandomStream], call: Any, error: type[Exception], message: str
) -> None:
    refuses(error, message, call, stream_type)


def test_refused_call_draws_nothing(stream_type: Callable[..., RandomStream]) -> None:
    stream = stream_type(3)
    stream.word()
    for call in (lambda: stream.below(0), lambda: stream.shuffled(-1), lambda: stream.skip(-1)):
        with pytest.raises(InvalidArgumentError):
            call()
    assert stream.position == 1


# SplitMix64 has no public name in `oxideal`; other tests compare it game by game through playouts.


@pytest.mark.parametrize(
    ("state", "outputs"),
    [
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC, 0x1B39896A51A8749B]),
        (
            1234567,
            [
                *(6457827717110365317, 3203168211198807973, 9817491932198370423),
                *(4593380528125082431, 16408922859458223821),
            ],
        ),
    ],
)
def test_splitmix_outputs(state: int, outputs: list[int]) -> None:
    generator = SplitMix64(state)
    assert [generator.next() for _ in outputs] == outputs
    generator = SplitMix64(state + 2**64)
    assert [generator.below(1000) for _ in outputs] == [(output >> 32) * 1000 >> 32 for output in outputs]
