import type { Percent, Quantity, Rate } from './money/decimal.ts'

export type ReferencedRecord = { id: string; name: string }

export type FieldKind =
  | { kind: 'text'; max: number; rows?: number; required?: true }
  | { kind: 'email'; max: number }
  | { kind: 'reference'; to: string }
  | { kind: 'list'; of: string }
  | { kind: 'flag' }
  | { kind: 'date' }
  | { kind: 'minutes' }
  | { kind: 'rate' }
  | { kind: 'quantity' }
  | { kind: 'percent' }
  /** A percentage from 0 to 100. */
  | { kind: 'discount' }
  | { kind: 'class' }
  /** The tab of a line: 1 input, 2 output, 3 equipment, 4 other. */
  | { kind: 'role' }

export type FieldDeclaration = FieldKind & {
  label: string
  hint?: string
  /** An account may show, require or hide it on the form. */
  optional?: true
  /** A record that is made after another holds the same. */
  copied?: true
  /** A list that people import may have a column of it, called so or by the label. */
  importable?: true
  synonyms?: readonly string[]
}
export type FieldDeclarations = Record<string, FieldDeclaration>

type Values = {
  text: string
  email: string
  reference: string | null
  list: string[]
  flag: boolean
  date: string | null
  minutes: number | null
  rate: Rate | null
  quantity: Quantity | null
  percent: Percent | null
  discount: Percent | null
  class: number | null
  role: number
}
type Value<F extends FieldDeclaration> = Values[F['kind']]
export type ValuesOf<F extends FieldDeclarations> = { [Name in keyof F]: Value<F[Name]> }

type Shown<F extends FieldDeclaration> = F['kind'] extends 'reference' ? ReferencedRecord | null : Value<F>
export type ShownOf<F extends FieldDeclarations> = { [Name in keyof F]: Shown<F[Name]> }

export type NamesOf<F extends FieldDeclarations, Declared> = {
  [Name in keyof F]: F[Name] extends Declared ? Name : never
}[keyof F] &
  string
