// A pasted list as albums: `Artist - Album (Year)` and its many cousins, or a table whose first row names its columns. Nothing is guessed that
// the preview does not show.

import { isTooLong, tidy } from './text.js'

const NUMBERING = /^(?:#?\d{1,4}[.)\]:]\s+|[•·∙‣▪◦*+]\s+|[-–—]\s+)/u
const LEADING_YEAR = /^(\d{4})[.:]?\s+[-–—]\s+(?=.*\s[-–—]\s)/u
const TRAILING_YEAR = /\s*[([{]\s*(\d{4})(?:\s*[/,;–-][^)\]}]*)?\s*[)\]}]$/u
const COMMA_YEAR = /,\s*(\d{4})$/
const BY = /^(["“„«「『](.+)["”“»」』])\s+by\s+(.+)$/iu
/** What programs call the columns, the best name first. */
const COLUMNS = {
  artist: ['artist', 'album artist', 'artist name', 'artist name 1', 'artists'], title: ['album', 'album title', 'title'],
  year: ['year', 'released', 'release year', 'release date', 'date'], genre: ['genre', 'genres'],
}
const SEPARATORS = ['\t', ';', ',']
const DASH = /\s+(?:-{1,3}|[–—―])\s+/u

/** The albums of a pasted text: `{albums: [{line, artist, title, year, doubt}], skipped: [{line, text}]}`; lines count from 1. */
export function parseList(text) {
  const albums = []
  const skipped = []
  for (const { line, text: row, album } of entriesOf(text.replace(/^\ufeff/, ''))) {
    if (!row.trim()) continue
    if (album && ![album.artist, album.title, album.genre ?? ''].some(value => isTooLong(value))) albums.push({ line, ...album })
    else skipped.push({ line, text: row.trim() })
  }
  return { albums, skipped }
}

function entriesOf(text) {
  const heading = /^.*\S.*$/m.exec(text)?.[0] ?? ''
  for (const separator of SEPARATORS) {
    const columns = columnsOf(cellsOf(heading, separator)[0].cells)
    if (columns) return tableOf(text, separator, columns)
  }
  return text.split(/\r\n|\r|\n/).map((row, at) => ({ line: at + 1, text: row, album: parseLine(row) }))
}

/** Where each field is, or null when this is no heading of a table of albums. */
function columnsOf(cells) {
  const names = cells.map(cell => cell.toLowerCase().replace(/[_-]/g, ' '))
  const columns = Object.fromEntries(Object.entries(COLUMNS).map(([field, known]) => [field, known.map(name => names.indexOf(name)).find(at => at >= 0)]))
  return columns.artist === undefined || columns.title === undefined ? null : columns
}

function tableOf(text, separator, columns) {
  const rows = cellsOf(text, separator).filter(({ cells }) => cells.some(Boolean))
  return rows.slice(1).map(({ line, cells }) => {
    const [artist, title, genre, date] = ['artist', 'title', 'genre', 'year'].map(field => cells[columns[field]] ?? '')
    const year = /(?<!\d)\d{4}(?!\d)/.exec(date)
    const album = { artist, title, year: year && Number(year[0]), doubt: !artist || !title }
    if (genre) album.genre = genre
    return { line, text: cells.join(' '), album: artist || title ? album : null }
  })
}

/** The rows of a text of cells, which may be quoted and have line breaks then (RFC 4180). */
function cellsOf(text, separator) {
  const rows = []
  let cells = [], line = 1, next = 1
  for (const [whole, value, end] of text.matchAll(new RegExp(`("(?:[^"]|"")*"|[^${separator}\\r\\n]*)(${separator}|\\r\\n|\\r|\\n|$)`, 'gy'))) {
    cells.push(tidy(/^".*"$/s.test(value) ? value.slice(1, -1).replaceAll('""', '"') : value))
    next += whole.match(/\r\n|\r|\n/g)?.length ?? 0
    if (end === separator) continue
    rows.push({ line, cells })
    ;[cells, line] = [[], next]
  }
  return rows
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
