import { randomUUIDv7 } from 'bun'
import { clients, equipment, locations } from '#db/schema/tenant/index.ts'
import type { TestServer } from '#tests/support/server.ts'
import { by } from './jobs-support.ts'

/** What names look like here, and what they should not break. */
export const edgeCaseNames = [
  'Môreson Bakkery (Edms) Bpk',
  'uMgungundlovu Amanzi ’n Krag',
  'Ẹgẹ́-Ọ̀ṣun “Trading”',
  "O'Brien & Seuns; DROP TABLE clients --",
  '100% Staal_werke\\Noord',
  '🚜 Trekkers 🇿🇦',
  '000123',
  '<b>Vet</b>',
  'x'.repeat(120),
  'İstanbul ﬁne ßtraße',
]
export const COUNT = 10_000
const nameOf = (n: number) =>
  `${edgeCaseNames[n % edgeCaseNames.length]} ${String(n).padStart(5, '0')}`.slice(-120)

export const longListPages = [
  ['clients', '/clients'],
  ['locations', '/admin/locations'],
  ['equipment', '/equipment/list'],
] as const

/** Ten thousand of each, with awkward names. */
export async function fillLongLists(server: TestServer) {
  await server.services.tenants.write(server.accountid, by, ({ db, now }) => {
    const instants = { createdutc: now, updatedutc: now }
    const clientids = Array.from({ length: COUNT }, () => randomUUIDv7())
    const inBatches = <T>(rows: T[], insert: (part: T[]) => void) => {
      for (let at = 0; at < rows.length; at += 500) insert(rows.slice(at, at + 500))
    }
    const each = <T>(make: (n: number) => T) => Array.from({ length: COUNT }, (_, n) => make(n))
    inBatches(
      each((n) => ({
        ...{ id: clientids[n]!, name: nameOf(n), code: String(n).padStart(6, '0') },
        ...{ city: 'eThekwini', ...instants },
      })),
      (part) => db.insert(clients).values(part).run(),
    )
    inBatches(
      each((n) => ({
        id: randomUUIDv7(),
        name: nameOf(n),
        client: clientids[n]!,
        city: 'Tshwane',
        ...instants,
      })),
      (part) => db.insert(locations).values(part).run(),
    )
    inBatches(
      each((n) => ({
        ...{ id: randomUUIDv7(), name: nameOf(n), barcode: `00${n}`, code: `K${n % 50}` },
        ...{ location: null, ...instants },
      })),
      (part) => db.insert(equipment).values(part).run(),
    )
  })
}
