// A client's secret key, and the public id that follows from it (W1).

import { sha256 } from './sha256.js'

const { crypto } = globalThis.crypto ? globalThis : { crypto: (await import('node:crypto')).webcrypto }

/** 32 random bytes in base64url. */
export const newKey = () => base64url(randomBytes(32))

/** The first 16 characters of the base64url of the key's SHA-256. */
export const clientID = key => base64url(sha256(fromBase64url(key))).slice(0, 16)

/** An id for a new album: 96 random bits, legal by L1. */
export const newAlbumID = () => base64url(randomBytes(12))

const randomBytes = count => crypto.getRandomValues(new Uint8Array(count))

function base64url(bytes) {
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64url(text) {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), character => character.charCodeAt(0))
}
