import type { jobs } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import type { Printable } from '#server/documents/parties.ts'
import type { EstimateData } from '#views/documents/types.ts'

type Offer = Omit<Printable<EstimateData>, 'revision'>

/** What is agreed on, without what a new day, a new telephone number or a payment changes. */
export const estimateSubstance = ({ organisation, client, site, ...data }: Offer) => [
  [organisation.name, client.name, site?.name, site?.addresslines],
  data.subject,
  data.lines,
  data.totals,
  data.onacceptance?.percent,
  data.onacceptance?.amount,
]

const digest = (offer: Offer) =>
  new Bun.CryptoHasher('sha256').update(JSON.stringify(estimateSubstance(offer))).digest('hex')

type Offered = Pick<typeof jobs.$inferSelect, 'revision' | 'offereddigest'>

/** Which of those that the client was offered this one is, from the second on: one says something else than the last. */
export function numberRevision({ revision, offereddigest }: Offered, offer: Offer): number | undefined {
  if (revision === 0) return
  const isSame = offereddigest === '' || offereddigest === digest(offer)
  const own = isSame ? revision : revision + 1
  return own > 1 ? own : undefined
}

/** Whether the client was offered it last, and no other estimate since. */
export const isOfferedLast = ({ offereddigest }: Pick<Offered, 'offereddigest'>, offer: Offer): boolean =>
  offereddigest === digest(offer)

/** Once it is on its way to the client, or they opened it; an older one changes nothing. */
export function recordOffer(tx: Tx, jobid: string, offer: Printable<EstimateData>) {
  const revision = offer.revision ?? 1
  prepared(
    tx.db,
    "UPDATE jobs SET revision = ?, offereddigest = ? WHERE id = ? AND (revision < ? OR revision = ? AND offereddigest = '')",
  ).run([revision, digest(offer), jobid, revision, revision])
}
