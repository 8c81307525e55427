import { importKeys } from '#db/queries/settings/import.ts'
import { type LocationNames, readLocationNames } from '#server/domains/contacts/locations/location-names.ts'
import { existingRows, recordNames } from '#server/import/check/account-cache.ts'
import { findCycles } from '#server/import/check/cycles.ts'
import { foldKey } from '#server/import/check/key-index.ts'
import { type ImportedLocation, refuseOnProblem } from './location-row.ts'
import type { ResolvedRecord } from './resolve-record.ts'
import type { WriteContext } from './write-context.ts'

type Candidates = { locations: LocationNames; keys: ReadonlyMap<string, string> }

export function resolveParents(context: WriteContext, rows: readonly ImportedLocation[]) {
  const withParent = rows.filter(({ lookups, record }) => lookups.parent || record.references.parent)
  if (withParent.length === 0) return
  const candidates = readCandidates(context, rows)
  for (const row of withParent)
    refuseOnProblem(context, row, (resolved) => resolveParent(context, row, resolved, candidates))
}

function readCandidates({ tx, account }: WriteContext, rows: readonly ImportedLocation[]): Candidates {
  const locations = readLocationNames(tx.db)
  const names = recordNames(account, 'locations')
  const clients = recordNames(account, 'clients')
  const keys = new Map(importKeys(tx.db, 'locations').map(({ key, recordid }) => [foldKey(key), recordid]))
  for (const { record, resolved } of rows) {
    if (!resolved) continue
    const { id, exists, values } = resolved
    const [name, client] = [String(values.name), clientId(resolved)]
    if (!exists) {
      locations.add({ id, name, client, clientname: (client && clients.get(client)) || null })
      names.set(id, name)
    }
    if (record.row.key) keys.set(foldKey(record.row.key), id)
  }
  return { locations, keys }
}

const clientId = ({ values }: ResolvedRecord) => (values.client as string | null | undefined) ?? null

function resolveParent(
  { report, resolver }: WriteContext,
  { record, lookups }: ImportedLocation,
  resolved: ResolvedRecord,
  { locations, keys }: Candidates,
) {
  const { parent = '' } = lookups
  const reference = record.references.parent
  const found = locations.find(parent, { client: clientId(resolved), but: resolved.id })
  if (!reference && found.length > 1)
    return report(
      record,
      'parent',
      `“${parent}” is the name of ${found.length} locations: write the client behind it, as in “${parent} - ${found[0]?.clientname ?? 'Acme'}”.`,
    )
  const id = reference ? resolver.findId(reference) : (found[0]?.id ?? keys.get(foldKey(parent)))
  if (id) resolved.values.parent = id
  else report(record, 'parent', `“${parent}” is not among the locations.`)
}

/** A location cannot be part of itself, however far down: each row of a cycle is named. */
export function refuseCycles(context: WriteContext, rows: readonly ImportedLocation[]) {
  const { account, options, report } = context
  const isWritten = ({ exists }: ResolvedRecord) => !exists || options.match === 'update'
  const changed = rows.filter(({ resolved }) => resolved?.values.parent && isWritten(resolved))
  if (changed.length === 0) return
  const parents = new Map<string, unknown>()
  for (const [id, { parent }] of existingRows(account, 'locations')) parents.set(id, parent)
  for (const { resolved } of changed) if (resolved) parents.set(resolved.id, resolved.values.parent)
  const cycling = findCycles(parents)
  for (const row of changed)
    refuseOnProblem(context, row, ({ id }) => {
      if (cycling.has(id)) report(row.record, 'parent', 'This would make the location a part of itself.')
    })
}
