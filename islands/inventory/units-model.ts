import type { ItemUnit } from '#server/domains/catalogue/inventory/types.ts'
import { unitSymbol } from '#views/format.ts'

/**
 * A unit as a person says it: `12` each make one box (`into`: base units in one of it), or `1000` gram make one kg
 * (`of`: how many of it in one base unit).
 */
export type UnitFormRow = { key: string; id: string; name: string; figure: string; way: 'into' | 'of' }

const decimal = /^(\d*)(?:[.,](\d+))?$/
const fraction = /^(\d+)\s*\/\s*(\d+)$/

type Ratio = readonly [top: bigint, bottom: bigint]

/** A figure or fraction as two whole numbers; null when it is neither, or nought. */
function parseTypedRatio(text: string): Ratio | null {
  const plain = text.replace(/[\s\u00a0]/g, '')
  const parts = fraction.exec(plain)
  const [, whole = '', decimals = ''] = decimal.exec(plain) ?? []
  const ratio: Ratio = parts
    ? [BigInt(parts[1] ?? 0), BigInt(parts[2] ?? 0)]
    : [BigInt(whole + decimals || '0'), 10n ** BigInt(decimals.length)]
  return ratio[0] > 0n && ratio[1] > 0n ? ratio : null
}

/** The specification's `ratiotobase` (how many of it make one base unit) of what was typed; unreadable text stays. */
export function ratioToBase({ figure, way }: Pick<UnitFormRow, 'figure' | 'way'>): string {
  const typed = figure.trim()
  if (way === 'of' || typed === '') return typed
  const ratio = parseTypedRatio(typed)
  return ratio ? `${ratio[1]}/${ratio[0]}` : typed
}

/** A stored unit in the words that come naturally: the larger of the two is one. */
export function toUnitRow({ id, name, ratiotobase }: ItemUnit): UnitFormRow {
  const ratio = parseTypedRatio(String(ratiotobase))
  const isSmaller = !ratio || ratio[0] >= ratio[1]
  const figure = ratio ? formatRatio(isSmaller ? ratio : [ratio[1], ratio[0]]) : String(ratiotobase)
  return { key: id, id, name, figure, way: isSmaller ? 'of' : 'into' }
}

function formatRatio([top, bottom]: Ratio): string {
  const common = divisor(top, bottom)
  const [a, b] = [top / common, bottom / common]
  for (let places = 0; places <= 12; places++) {
    const scaled = a * 10n ** BigInt(places)
    if (scaled % b !== 0n) continue
    const digits = String(scaled / b).padStart(places + 1, '0')
    return places === 0 ? digits : `${digits.slice(0, -places)},${digits.slice(-places)}`
  }
  return `${a}/${b}`
}

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b))

export function describeUnit({ name, figure, way }: UnitFormRow, base: string): string {
  const ratio = parseTypedRatio(figure)
  if (!ratio || !name.trim()) return ''
  const figureText = formatRatio(ratio)
  const unit = unitSymbol(base)
  return way === 'into'
    ? `1 ${name.trim()} = ${figureText} ${unit}`
    : `1 ${unit} = ${figureText} ${name.trim()}`
}
