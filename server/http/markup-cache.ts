import { isValidElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Lru } from '#server/cache.ts'
import { drawInPieces } from '#views/ui/cached-pieces.ts'
import { type KeptMarkup, keepMarkup } from './kept-markup.ts'

/** Of keys and markup together. */
const LIMIT_CHARACTERS = 12_000_000

const drawn = new Lru<string, string>(LIMIT_CHARACTERS, (markup, key) => key.length + markup.length)
const drawnPages = new Lru<string, KeptMarkup>(
  LIMIT_CHARACTERS,
  ({ before, after }, key) => key.length + before.length + after.length,
)

/**
 * A view follows from its props alone, so equal ones are drawn once, for whomever: what is saved meanwhile changes most
 * pages in a few of their pieces, or not at all.
 */
export const drawOnce = (view: ReactElement): string => once(drawn, view, draw)

/** A whole page, as the bytes that it is sent by. */
export const drawPageOnce = (view: ReactElement): KeptMarkup =>
  once(drawnPages, view, (page) => keepMarkup(draw(page)))

function once<T>(made: Lru<string, T>, view: ReactElement, make: (view: ReactElement) => T): T {
  const key = keyOfView(view)
  if (key === undefined) return make(view)
  const known = made.get(key)
  if (known !== undefined) return known
  const value = make(view)
  made.set(key, value)
  return value
}

const draw = (view: ReactElement) => drawInPieces(() => renderToStaticMarkup(view), drawOnce)

/** Undefined where it has what no text can stand for: a function of its own, a map, a date. */
function keyOfView(view: ReactElement): string | undefined {
  try {
    return keyOf(view)
  } catch (error) {
    if (error instanceof NoKey) return
    throw error
  }
}

class NoKey extends Error {}

const ids = new WeakMap<object, number>()
let lastId = 0

function idOf(one: object): number {
  const id = ids.get(one) ?? ++lastId
  ids.set(one, id)
  return id
}

/** What is made once and never changes, such as the columns of a list: it stands for itself. */
export function lasting<T extends object>(made: T): T {
  idOf(made)
  return made
}

const BY_CONTENT = 0
const numbers = new Lru<string, number>(LIMIT_CHARACTERS / 4, (_, key) => key.length)

/**
 * What is kept and nobody changes, such as a list that many are shown, or a record of some: its key is made once, not for each
 * page. Equal ones stand for the same.
 */
export function unchanging<T extends object>(made: T): T {
  const parts = Array.isArray(made) ? [] : Object.values(made)
  for (const one of [made, ...parts])
    if (typeof one === 'object' && one !== null && !ids.has(one)) ids.set(one, BY_CONTENT)
  return made
}

function numberByContent(value: object): number {
  const key = Array.isArray(value) ? keyOfArray(value) : keyOfRecord(value)
  const number = numbers.get(key) ?? ++lastId
  numbers.set(key, number)
  ids.set(value, number)
  return number
}

/** Lengths stand before texts, so that no text can be taken for what follows another. */
function keyOf(value: unknown): string {
  if (typeof value === 'string') return `"${value.length}:${value}`
  if (typeof value === 'number') return Object.is(value, -0) ? 'n-0;' : `n${value};`
  if (value === undefined) return 'u;'
  if (value === null) return 'z;'
  if (typeof value === 'boolean') return value ? 't;' : 'f;'
  if (typeof value === 'bigint') return `b${value};`
  if (typeof value === 'symbol') throw new NoKey()
  const id = ids.get(value)
  if (id !== undefined) return `#${id === BY_CONTENT ? numberByContent(value) : id};`
  if (Array.isArray(value)) return keyOfArray(value)
  if (isValidElement(value)) return keyOfElement(value)
  return keyOfRecord(value)
}

function keyOfArray(values: readonly unknown[]): string {
  let key = `[${values.length}:`
  for (const value of values) key += keyOf(value)
  return key
}

function keyOfElement({ type, props, key }: ReactElement): string {
  if (typeof type === 'string') return `<${type} ${keyOf(key)}${keyOf(props)}`
  if (typeof type !== 'function') throw new NoKey()
  return `<${idOf(type)} ${keyOf(key)}${keyOf(props)}`
}

function keyOfRecord(value: object): string {
  const kind = Object.getPrototypeOf(value)
  if (typeof value === 'function' || (kind !== Object.prototype && kind !== null)) throw new NoKey()
  let key = '{'
  for (const name in value) key += `${name.length}:${name}${keyOf((value as Record<string, unknown>)[name])}`
  return `${key}}`
}
