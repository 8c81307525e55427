import type { Rec } from './books.ts'

/** `Contact.ContactID` of a record. */
export const fieldOf = (rec: Rec, path: string) => path.split('.').reduce((at: Rec, key) => at?.[key], rec)

const CONDITION = /^([A-Za-z.]+)==(?:guid\("([0-9a-f-]{36})"\)|"((?:[^"\\]|\\.)*)")(?: (AND|OR) |$)/

/** Conditions joined by AND or by OR, as the `where` of a list has them; null for what cannot be read. */
export function readWhere(where: string): ((rec: Rec) => boolean) | null {
  const conditions: ((rec: Rec) => boolean)[] = []
  const joints = new Set<string>()
  for (let rest = where; rest; ) {
    const [whole, field, guid, quoted = '', joint] = CONDITION.exec(rest) ?? []
    if (whole === undefined || field === undefined) return null
    rest = rest.slice(whole.length)
    if (joint) joints.add(joint)
    if (Boolean(joint) !== Boolean(rest)) return null
    const wanted = guid ?? quoted.replace(/\\(.)/g, '$1')
    // Xero knows a contact by its name in whatever letters.
    const alike = (text: string) => (field === 'Name' ? text.toLowerCase() : text)
    conditions.push((rec) => alike(String(fieldOf(rec, field) ?? '')) === alike(wanted))
  }
  if (joints.size > 1) return null
  if (joints.has('OR')) return (rec) => conditions.some((meets) => meets(rec))
  return (rec) => conditions.every((meets) => meets(rec))
}
