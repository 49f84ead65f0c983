// A sleeve for every album, drawn from its artist and title: the same on every screen, without any network.
//
// The names give a 32-bit seed (FNV-1a over UTF-8), the seed a small generator, and that picks three colours, a layout
// and a pattern. The result is data (`shapes` in a square of 100 by 100); a view turns it into SVG.

import { graphemes } from './text.js'
import { patterns } from './patterns.js'

/** Paper, ink and spot colour. Ink on paper has a contrast of at least 4.5. */
export const palettes = [
  ['#f3e9d2', '#1d2b53', '#e4572e'], ['#12355b', '#f6f0e2', '#f2a541'], ['#e8e4d9', '#20201d', '#c8102e'],
  ['#f7c548', '#1b1b1e', '#d7263d'], ['#1b1b1e', '#f4efe6', '#e94f37'], ['#d8e2dc', '#16324f', '#ee6c4d'],
  ['#0b3d3a', '#f5ecd7', '#ff9f5a'], ['#f0d3c9', '#5b1a2b', '#2a7f86'], ['#2d1e4f', '#f7ead9', '#f76b8a'],
  ['#cfe3e8', '#0d2b45', '#f2542d'], ['#e2603a', '#1a1423', '#f8e5c2'], ['#efe6dd', '#234d3a', '#e3a02c'],
  ['#5c1a33', '#fbe9d0', '#e8a33d'], ['#b9d7c4', '#1f2937', '#e85d4c'], ['#f4f1ea', '#0f4c81', '#f0b429'],
  ['#22333b', '#f2e9dc', '#d98e73'], ['#f5b8a0', '#2b193d', '#3e6e8e'], ['#173f35', '#e9edc9', '#d4a24c'],
]

/** FNV-1a over the UTF-8 bytes of the text: 32 bits, unsigned. */
export function fnv1a(text) {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/** The seed of an album's sleeve: names that differ only in case or composition share it. */
export const seedOf = (artist, title) =>
  fnv1a(`${artist.normalize('NFC').toLowerCase()}\u0000${title.normalize('NFC').toLowerCase()}`)

/** A small generator of numbers from 0 up to 1 (mulberry32). */
export function generator(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** The sleeve of an album: `{paper, ink, spot, shapes, mark}`; `mark` is the monogram with its place. */
export function drawCover(artist, title) {
  const next = generator(seedOf(artist, title))
  const pick = count => Math.floor(next() * count)
  const [paper, ink, spot] = palettes[pick(palettes.length)]
  const pattern = patterns[pick(patterns.length)]
  const layout = layouts[pick(layouts.length)]
  const art = pattern({ paper, ink, spot, next, pick })
  return { paper, ink, spot, ...layout(art, { paper, ink, spot }, monogram(title)) }
}

// A quiet strip of paper under, over or beside the art holds the monogram, so that it is always legible.
const layouts = [
  (art, colours, text) => strip(art, text, colours, { band: [0, 74, 100, 26], shift: [0, -13], mark: [7, 93, 'start'] }),
  (art, colours, text) => strip(art, text, colours, { band: [0, 0, 100, 26], shift: [0, 13], mark: [7, 19, 'start'] }),
  (art, colours, text) => strip(art, text, colours, { band: [0, 74, 100, 26], shift: [0, -13], mark: [93, 93, 'end'] }),
  (art, colours, text) => plate(art, text, colours),
]

function strip(art, text, { paper, ink }, { band: [x, y, width, height], shift: [dx, dy], mark: [mx, my, anchor] }) {
  return {
    shapes: [{ kind: 'group', dx, dy, shapes: art }, { kind: 'rect', x, y, width, height, fill: paper }],
    mark: { text, x: mx, y: my, anchor, size: 18, fill: ink },
  }
}

function plate(art, text, { paper, ink }) {
  return {
    shapes: [{ kind: 'group', dx: 0, dy: 0, shapes: art }, { kind: 'rect', x: 0, y: 72, width: 34, height: 28, fill: paper }],
    mark: { text, x: 17, y: 92, anchor: 'middle', size: 17, fill: ink },
  }
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** One or two characters that stand for a title; a note for a title without letters. */
export function monogram(title) {
  const words = title.normalize('NFC').split(/[\s\p{Pd}/]+/u).map(word => word.replace(/^[^\p{L}\p{N}]+/u, '')).filter(Boolean)
  const named = words.length > 1 && /^(the|a|an)$/i.test(words[0]) ? words.slice(1) : words
  if (!named.length) return '♪'
  const first = graphemes(named[0])[0]
  if (WIDE.test(first)) return first
  const second = named[1] && /^[\p{L}\p{N}]/u.test(named[1]) && !WIDE.test(named[1]) ? graphemes(named[1])[0] : ''
  return (first + second).toUpperCase()
}

/** The contrast of two #rrggbb colours as WCAG counts it, 1 to 21. */
export function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour) {
  const [r, g, b] = [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
