import { PNG } from 'pngjs';
import { RenderFailed } from '../document-failure.js';

const MOST_BYTES = 256 * 1024;
const WIDEST = 2_400;
const HIGHEST = 1_200;
/** Up to which alpha, and from which brightness on, a pixel is paper. */
const FAINTEST = 24;
const LIGHTEST = 245;
const LEAST_INK = 20;
const HEADER = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const INTERLACE_AT = 28;

interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * A signature that somebody drew, as a PNG from their browser: decoded within bounds and written again, cut to its ink,
 * with the paper transparent. Throws RenderFailed with code `undrawable` for anything else, a blank one included.
 */
export function tidySignature(bytes: Uint8Array): Uint8Array {
  const picture = decoded(bytes);
  const ink = clearPaper(picture);
  if (ink === null) throw new RenderFailed('undrawable', 'the drawn signature is empty');
  const width = ink.right - ink.left + 1;
  const height = ink.bottom - ink.top + 1;
  const cut = new PNG({ width, height });
  PNG.bitblt(picture, cut, ink.left, ink.top, width, height, 0, 0);
  return PNG.sync.write(cut, { deflateLevel: 9 });
}

function decoded(bytes: Uint8Array): PNG {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data.length > MOST_BYTES) throw new RenderFailed('undrawable', 'the drawn signature is larger than 256 KiB');
  // An interlaced picture is unpacked without a limit.
  if (data.length < 33 || !data.subarray(0, HEADER.length).equals(HEADER) || data[INTERLACE_AT] !== 0) {
    throw new RenderFailed('undrawable', 'the drawn signature is not a PNG image');
  }
  const [width, height] = [data.readUInt32BE(16), data.readUInt32BE(20)];
  if (width === 0 || height === 0 || width > WIDEST || height > HIGHEST) {
    throw new RenderFailed('undrawable', `a drawn signature of ${width} by ${height} pixels is out of bounds`);
  }
  try {
    return PNG.sync.read(data);
  } catch {
    // The header was right, so the data behind it is not.
    throw new RenderFailed('undrawable', 'the drawn signature is a damaged PNG picture');
  }
}

/** Makes the paper transparent, and says where the ink stands; null when there is as good as none. */
function clearPaper({ width, height, data }: PNG): Bounds | null {
  let bounds: Bounds = { left: width, top: height, right: -1, bottom: -1 };
  let ink = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
      if (alpha <= FAINTEST || Math.min(red, green, blue) >= LIGHTEST) {
        data.fill(0, at, at + 4);
        continue;
      }
      ink += 1;
      bounds = {
        left: Math.min(bounds.left, x),
        top: Math.min(bounds.top, y),
        right: Math.max(bounds.right, x),
        bottom: Math.max(bounds.bottom, y),
      };
    }
  }
  return ink < LEAST_INK ? null : bounds;
}
