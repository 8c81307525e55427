import type { Checker, Symbol as Named, Type } from 'typescript/unstable/async'
import { SymbolFlags, TypeFlags } from 'typescript/unstable/async'
import { freeName } from './share-shapes.ts'
import type { Shape } from './types.ts'

export type ShapeReader = { read(type: Type): Promise<Shape>; named: Record<string, Shape> }

const PRIMITIVE = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BooleanLike
/** What JSON leaves out. */
export const NOTHING = TypeFlags.Undefined | TypeFlags.Void | TypeFlags.Never

/** What JSON makes of a value of a type. Types that have a name are said once, under that name. */
export function shapeReader(checker: Checker): ShapeReader {
  const named: Record<string, Shape> = {}
  const refs = new Map<number, Shape>()

  async function read(type: Type): Promise<Shape> {
    const { flags } = type
    if (flags & (TypeFlags.Any | TypeFlags.Unknown)) return {}
    if (flags & TypeFlags.Null) return { type: 'null' }
    if (type.isLiteralType()) return { const: type.value }
    if (flags & TypeFlags.StringLike) return { type: 'string' }
    if (flags & TypeFlags.NumberLike) return { type: 'number' }
    if (flags & TypeFlags.BooleanLike) return { type: 'boolean' }
    if (type.isUnionType()) return readUnion(await type.getTypes())
    if (type.isIntersectionType()) {
      // A brand, as of `Cents`, is no part of the value.
      const plain = (await type.getTypes()).find((part) => part.flags & PRIMITIVE)
      if (plain) return read(plain)
    }
    const constraint = type.isTypeParameter() ? await checker.getBaseConstraintOfType(type) : undefined
    if (constraint) return read(constraint)
    if (await checker.isTupleType(type)) return readTuple(type)
    if (await checker.isArrayType(type)) return readArray(type)
    return readNamed(type)
  }

  async function readUnion(parts: readonly Type[]): Promise<Shape> {
    const shapes = await inTurn(
      parts.filter(({ flags }) => !(flags & NOTHING)),
      read,
    )
    return joinShapes(shapes)
  }

  async function readArray(type: Type): Promise<Shape> {
    const [of] = await checker.getTypeArguments(type as never)
    return { type: 'array', items: of ? await read(of) : {} }
  }

  async function readTuple(type: Type): Promise<Shape> {
    const parts = await checker.getTypeArguments(type as never)
    return { type: 'array', prefixItems: await inTurn(parts, read), items: false }
  }

  async function readNamed(type: Type): Promise<Shape> {
    const known = refs.get(type.id)
    if (known) return known
    const alias = (await type.getAliasTypeArguments()).length > 0 ? undefined : await type.getAliasSymbol()
    const symbol = alias ?? (type.isClassOrInterface() ? await type.getSymbol() : undefined)
    if (!symbol || symbol.name.startsWith('__')) return readObject(type)
    const name = freeName(named, symbol.name)
    const ref = { $ref: `#/components/schemas/${name}` }
    refs.set(type.id, ref)
    named[name] = {}
    named[name] = await readObject(type)
    const twin = findTwin(name, symbol.name)
    if (!twin) return ref
    delete named[name]
    refs.set(type.id, { $ref: `#/components/schemas/${twin}` })
    return refs.get(type.id) as Shape
  }

  /** Many files have a `Named` of their own, and say the same by it. */
  function findTwin(name: string, base: string): string | undefined {
    const text = JSON.stringify(named[name])
    const alike = new RegExp(`^${base}\\d*$`)
    return Object.keys(named).find(
      (one) => one !== name && alike.test(one) && JSON.stringify(named[one]) === text,
    )
  }

  async function readObject(type: Type): Promise<Shape> {
    const symbols = await checker.getPropertiesOfType(type)
    const types = symbols.length > 0 ? await checker.getTypeOfSymbol(symbols) : []
    const properties: Record<string, Shape> = {}
    const required: string[] = []
    for (const [at, symbol] of symbols.entries()) {
      const of = types[at]
      if (!of || symbol.name.startsWith('__@') || (await isLeftOut(of))) continue
      properties[symbol.name] = await read(of)
      if (!(await mayMiss(symbol, of))) required.push(symbol.name)
    }
    const [index] = await checker.getIndexInfosOfType(type)
    return {
      type: 'object',
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.length > 0 && { required }),
      ...(index && { additionalProperties: await read(index.valueType as unknown as Type) }),
    }
  }

  /** JSON has neither functions nor what is undefined. */
  const isLeftOut = async (type: Type) =>
    Boolean(type.flags & NOTHING) ||
    (type.isObjectType() && (await checker.getSignaturesOfType(type, 0)).length > 0)

  async function mayMiss(symbol: Named, type: Type): Promise<boolean> {
    if (symbol.flags & SymbolFlags.Optional) return true
    return type.isUnionType() && (await type.getTypes()).some(({ flags }) => flags & NOTHING)
  }

  return { read, named }
}

/** The compiler answers one question after another anyhow, and names come out the same each time. */
async function inTurn<T, R>(all: readonly T[], run: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const one of all) done.push(await run(one))
  return done
}

export function joinShapes(shapes: Shape[]): Shape {
  const different = [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()]
  const values = different.filter((shape) => 'const' in shape).map((shape) => shape.const)
  const others = different.filter((shape) => !('const' in shape))
  const isFlag = values.includes(true) && values.includes(false)
  const listed = isFlag ? values.filter((value) => typeof value !== 'boolean') : values
  const all: Shape[] = [
    ...(isFlag ? [{ type: 'boolean' }] : []),
    ...(listed.length > 1 ? [{ enum: listed.sort() }] : listed.map((value) => ({ const: value }))),
    ...others,
  ]
  return all.length === 1 ? (all[0] as Shape) : all.length === 0 ? { type: 'null' } : { anyOf: all }
}
