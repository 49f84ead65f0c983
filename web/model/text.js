// Text as people read it: comparing, searching, cutting. No DOM.

/** Letters that decomposing leaves alone, and what a searcher types for them. */
const PLAIN = new Map(Object.entries({
  ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', ħ: 'h', ı: 'i', ŋ: 'n', ĸ: 'k', ŧ: 't', 'ʻ': '',
  '’': "'", '‘': "'", '“': '"', '”': '"', '–': '-', '—': '-', '…': '...',
}))
const UNUSUAL = new RegExp(`[${[...PLAIN.keys()].join('')}]`, 'g')

/** The text without accents, case and width: what two spellings of one name have in common. */
export function fold(text) {
  const bare = text.normalize('NFKD').replace(/\p{Mn}/gu, '').toLowerCase()
  return bare.replace(UNUSUAL, letter => PLAIN.get(letter)).replace(/\s+/g, ' ')
}

/** Fold for finding doubles: also blind to punctuation and a leading article. */
export function foldName(text) {
  const words = fold(text).replace(/[^\p{L}\p{N}]+/gu, ' ').trim().replace(/^(the|a|an) (?=.)/, '')
  return words || fold(text).trim()
}

/** The user's words to look for; an album matches when each of them is somewhere in it. */
export const needles = query => fold(query).split(' ').filter(Boolean)

/** Where the needles are in a text, as [start, end) pairs in the text itself, in order and apart. */
export function findRanges(text, wanted) {
  if (!wanted.length) return []
  const { folded, origin } = foldWithOrigins(text)
  const found = []
  for (const needle of wanted) {
    for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length)) {
      found.push([origin[at], origin[at + needle.length] ?? text.length])
    }
  }
  return joinRanges(found)
}

/** The folded text, and for each of its characters the place in the original that it came from. */
function foldWithOrigins(text) {
  let folded = ''
  const origin = []
  let at = 0
  for (const cluster of graphemes(text)) {
    const piece = fold(cluster)
    for (let i = 0; i < piece.length; i += 1) origin.push(at)
    folded += piece
    at += cluster.length
  }
  return { folded, origin }
}

function joinRanges(ranges) {
  ranges.sort((a, b) => a[0] - b[0])
  const joined = []
  for (const range of ranges) {
    const last = joined.at(-1)
    if (last && range[0] <= last[1]) last[1] = Math.max(last[1], range[1])
    else if (range[1] > range[0]) joined.push([...range])
  }
  return joined
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The characters as people count them: an emoji family or a letter with its marks is one. */
export const graphemes = text => Array.from(segmenter.segment(text), part => part.segment)

/** The text cut to at most `most` graphemes, with an ellipsis when something is missing. */
export function shorten(text, most) {
  if (text.length <= most) return text
  const parts = graphemes(text)
  return parts.length <= most ? text : `${parts.slice(0, most - 1).join('')}…`
}

/** One or two letters that stand for a person. */
export function initials(name) {
  const words = name.trim().split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word))
  if (!words.length) return graphemes(name.trim())[0] ?? '?'
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters.map(word => graphemes(word)[0].toLocaleUpperCase()).join('')
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'accent' })

/** The order of two names in the reader's language; numbers by value, case aside. */
export const compareText = (a, b) => collator.compare(a, b)

// Controls and direction overrides would make a text look like what it is not; the server refuses them.
const UNWANTED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** What was typed or pasted, as it may be stored: composed, without controls, on one line, trimmed. */
export const tidy = text =>
  text.replace(/\p{Surrogate}/gu, '\ufffd').normalize('NFC').replace(/[\t\r\n\u2028\u2029]+/g, ' ').replace(UNWANTED, '').trim()

const FIELD_BYTES = 4096   // until the server's limits say otherwise

/** Whether a text, tidied, is longer than a field may be (L2, X). */
export const isTooLong = (text, limits) => new TextEncoder().encode(text).length > (limits?.field_bytes ?? FIELD_BYTES)

/** The typed year as an integer, null when the field is empty, undefined when it is no year. */
export function readYear(text) {
  const plain = tidy(text).normalize('NFKC')
  if (plain === '') return null
  return /^-?\d{1,4}$/.test(plain) ? Number(plain) : undefined
}
