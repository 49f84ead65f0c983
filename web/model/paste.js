// A pasted list as albums: `Artist - Album (Year)` and its many cousins. Nothing is guessed that the preview does not show.

import { isTooLong, tidy } from './text.js'

const NUMBERING = /^(?:#?\d{1,4}[.)\]:]\s+|[•·∙‣▪◦*+]\s+|[-–—]\s+)/u
const LEADING_YEAR = /^(\d{4})[.:]?\s+[-–—]\s+(?=.*\s[-–—]\s)/u
const TRAILING_YEAR = /\s*[([{]\s*(\d{4})(?:\s*[/,;–-][^)\]}]*)?\s*[)\]}]$/u
const COMMA_YEAR = /,\s*(\d{4})$/
const BY = /^(["“„«「『](.+)["”“»」』])\s+by\s+(.+)$/iu
const DASH = /\s+(?:-{1,3}|[–—―])\s+/u

/** The albums of a pasted text: `{albums: [{line, artist, title, year, doubt}], skipped: [{line, text}]}`; lines count from 1. */
export function parseList(text) {
  const rows = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  const albums = []
  const skipped = []
  rows.forEach((row, at) => {
    if (!row.trim()) return
    const album = parseLine(row)
    if (album && ![album.artist, album.title, album.genre ?? ''].some(value => isTooLong(value))) albums.push({ line: at + 1, ...album })
    else skipped.push({ line: at + 1, text: row.trim() })
  })
  return { albums, skipped }
}

/** One line as an album, or null. `doubt` is true when no artist was found and the whole line became the title. */
export function parseLine(row) {
  if (row.includes('\t')) return parseColumns(row.split('\t').map(tidy))
  const { rest, year } = takeYear(tidy(tidy(row).replace(NUMBERING, '')))
  if (!/[^\s\p{Pd}]/u.test(rest)) return null
  const quoted = BY.exec(rest)
  if (quoted) return album(quoted[3], quoted[2], year)
  const dash = DASH.exec(rest)
  if (!dash || dash.index === 0) return { ...album('', unquote(rest), year), doubt: true }
  return album(rest.slice(0, dash.index), unquote(rest.slice(dash.index + dash[0].length)), year)
}

/** Rows copied from a spreadsheet: artist, album, then year and genre in whichever order. */
function parseColumns(cells) {
  if (!cells.some(Boolean)) return null
  const yearAt = cells.findIndex((cell, at) => at > 1 && /^\d{4}$/.test(cell))
  const rest = cells.filter((cell, at) => at > 1 && at !== yearAt && cell)
  const result = album(cells[0], cells[1] ?? '', yearAt < 0 ? null : Number(cells[yearAt]))
  if (rest[0]) result.genre = rest[0]
  return { ...result, doubt: !result.artist || !result.title }
}

function takeYear(text) {
  const front = LEADING_YEAR.exec(text)
  if (front) return { rest: text.slice(front[0].length), year: Number(front[1]) }
  const found = TRAILING_YEAR.exec(text) ?? COMMA_YEAR.exec(text)
  const rest = found ? text.slice(0, found.index).trimEnd() : text
  return found && rest ? { rest, year: Number(found[1]) } : { rest: text, year: null }
}

const unquote = text => text.replace(/^["“„«「『](.+)["”“»」』]$/u, '$1')

const album = (artist, title, year) => ({ artist: artist.trim(), title: title.trim(), year, doubt: false })
