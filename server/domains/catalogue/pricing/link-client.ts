import { type ClientLink, linkClient, listClientLinks, unlinkClient } from '#db/queries/catalogue/pricing.ts'
import { clients, pricinggroups } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { invalid, notFound } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { getRecord } from '#server/records.ts'

/** Lines on jobs keep their price. @throws when the client or the group is not there, or archived */
export function addToGroup(tx: Tx, client: string, pricinggroup: string): ClientLink & { from?: string } {
  if (!client) throw invalid({ client: 'no client selected' })
  const group = getRecord(tx.db, pricinggroups, pricinggroup, 'pricinggroup')
  const { archived } = getRecord(tx.db, clients, client, 'client')
  if (group.archived) throw invalid({ pricinggroup: 'This pricing group is archived.' })
  if (archived) throw invalid({ client: 'This client is archived.' })
  const before = listClientLinks(tx.db, { client })[0]
  if (before?.pricinggroup === pricinggroup) return before
  linkClient(tx.db, client, pricinggroup)
  const after = listClientLinks(tx.db, { client })[0] as ClientLink
  if (before) recordMembership(tx, before, before.clientname, '')
  recordMembership(tx, after, '', after.clientname)
  return { ...after, ...(before ? { from: before.groupname } : {}) }
}

/** @throws 404 when it is in none */
export function removeFromGroup(tx: Tx, client: string, pricinggroup?: string): ClientLink {
  const before = listClientLinks(tx.db, { client, pricinggroup })[0]
  if (!before) throw notFound('link')
  unlinkClient(tx.db, client)
  recordMembership(tx, before, before.clientname, '')
  return before
}

function recordMembership(
  tx: Tx,
  { client, pricinggroup, groupname }: ClientLink,
  oldvalue: string,
  newvalue: string,
) {
  recordHistory(tx, 'pricinggroups', pricinggroup, [{ field: 'client', oldvalue, newvalue }])
  const [from, to] = newvalue ? ['', groupname] : [groupname, '']
  recordHistory(tx, 'clients', client, [{ field: 'pricinggroup', oldvalue: from, newvalue: to }])
  tx.publish('RecordChanged', [{ table: 'pricinggroups', id: pricinggroup }])
}
