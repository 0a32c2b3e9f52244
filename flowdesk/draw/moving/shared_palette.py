"""SharedPalette: one palette for all pictures of a GIF."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable

from PIL import Image

#: The index of transparent pixels.
CLEAR = 255

#: Colours of more than this share of the pixels are kept exactly, up to this number of colours.
_PLAIN, _MOST_PLAIN = 1 / 5000, 200


class SharedPalette:
    """At most 255 colours, and pictures in them.

    Plain areas keep their exact colours; the antialiased borders of shapes and letters get the
    nearest of the other colours, which median cut chooses (Heckbert 1982). Dithering would flicker
    from frame to frame. Pixels that are less than half opaque become clear, the others opaque.
    """

    def __init__(self, samples: Iterable[tuple[Image.Image, int]]) -> None:
        """Choose the colours; `samples` are pictures and how often each is shown."""
        counts: Counter[bytes] = Counter()
        for picture, times in samples:
            size = picture.width * picture.height
            for number, color in picture.convert("RGBA").getcolors(size) or ():
                assert isinstance(color, tuple)
                if color[3] >= 128:
                    counts[bytes(color[:3])] += number * times
        few = _PLAIN * sum(counts.values())
        colors = [color for color, number in counts.most_common(_MOST_PLAIN) if number > few]
        if others := counts.keys() - set(colors):
            strip = Image.frombytes("RGB", (len(others), 1), b"".join(sorted(others)))
            cut = strip.quantize(CLEAR - len(colors), Image.Quantize.MEDIANCUT)
            entries = bytes(cut.getpalette() or ())
            colors += [entries[place : place + 3] for place in range(0, len(entries), 3)]
        colors = colors or [bytes(3)]
        #: Red, green and blue of 256 colours; unused ones repeat the first.
        self.data = b"".join(colors) + colors[0] * (256 - len(colors))
        self._palette = Image.new("P", (1, 1))
        self._palette.putpalette(self.data)
        self._exact = {color: index for index, color in enumerate(colors)}
        self._indices: dict[int, int] = {}  # of a pixel, as the four bytes of RGBA

    def indexed(self, picture: Image.Image) -> Image.Image:
        """Return a picture in the colours of this palette."""
        pixels = memoryview(picture.convert("RGBA").tobytes()).cast("I")
        self._learn(set(pixels) - self._indices.keys())
        return Image.frombytes("P", picture.size, bytes(map(self._indices.__getitem__, pixels)))

    def _learn(self, pixels: set[int]) -> None:
        if pixels:
            strip = Image.frombytes("RGBA", (len(pixels), 1), array("I", pixels).tobytes())
            rgb = strip.convert("RGB")
            nearest = rgb.quantize(palette=self._palette, dither=Image.Dither.NONE)
            alphas, data = strip.getchannel("A").tobytes(), rgb.tobytes()
            for place, (pixel, index) in enumerate(zip(pixels, nearest.tobytes(), strict=True)):
                # CLEAR is a repetition of the first colour, so it may be the nearest.
                opaque = self._exact.get(data[3 * place : 3 * place + 3], index % CLEAR)
                self._indices[pixel] = opaque if alphas[place] >= 128 else CLEAR
