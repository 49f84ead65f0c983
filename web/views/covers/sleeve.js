// A sleeve on screen: the drawn cover, and over it the album's own picture where that is allowed and loads.

import { drawCover } from '../../model/covers.js'
import { h, svg } from '../basics/dom.js'

const drawn = new Map()
const broken = new Set()

/** The face of an album's sleeve, decoration for assistive technology: names are told beside it. */
export function sleeve(album, { webCovers = false } = {}) {
  const artist = String(album.fields.get('artist') ?? '')
  const title = String(album.fields.get('title') ?? '')
  const face = h('span', { class: 'sleeve', 'aria-hidden': 'true' }, picture(specOf(artist, title)))
  const address = webCovers && webAddress(album.fields.get('cover'))
  if (address) face.append(webCover(address))
  return face
}

/** What a sleeve depends on: the same key, the same face. */
export const faceKey = album => `${album.fields.get('artist') ?? ''}\u0000${album.fields.get('title') ?? ''}\u0000${album.fields.get('cover') ?? ''}`

function specOf(artist, title) {
  const key = `${artist}\u0000${title}`
  if (!drawn.has(key)) {
    if (drawn.size > 3000) drawn.clear()
    drawn.set(key, drawCover(artist, title))
  }
  return drawn.get(key)
}

function picture({ paper, shapes, mark }) {
  const letters = svg('text', { x: mark.x, y: mark.y, 'text-anchor': mark.anchor, 'font-size': mark.size, fill: mark.fill })
  letters.textContent = mark.text
  return svg('svg', { viewBox: '0 0 100 100', preserveAspectRatio: 'xMidYMid slice' },
    svg('rect', { width: 100, height: 100, fill: paper }), ...shapes.map(shape), letters)
}

function shape({ kind, shapes, dx, dy, ...attributes }) {
  return kind === 'group' ? svg('g', { transform: `translate(${dx} ${dy})` }, ...shapes.map(shape)) : svg(kind, attributes)
}

/** An `https:` address without credentials, or null. */
export function webAddress(value) {
  if (typeof value !== 'string' || value.length > 2048 || broken.has(value)) return null
  const url = URL.canParse(value) ? new URL(value) : null
  return url?.protocol === 'https:' && !url.username && !url.password ? url.href : null
}

function webCover(address) {
  const image = h('img', { alt: '', loading: 'lazy', decoding: 'async', referrerPolicy: 'no-referrer', width: 400, height: 400 })
  image.addEventListener('error', () => { broken.add(address); image.remove() })
  image.src = address
  return image
}
