import { lineById } from '#db/queries/work/materials.ts'
import { inventory } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { callMarss } from '#server/domains/catalogue/inventory/fetch-marss.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { Problem } from '#server/errors.ts'
import { getRecord } from '#server/records.ts'

/** In the item's own unit there. */
type MarssLevel = { place: string; quantity: number }

const FAILED =
  'The stock levels could not be read from Marss. Please confirm that your API keys are correctly configured.'
const MOST = 500

export function findLineItem(db: TenantDb, viewer: Viewer, id: string) {
  const row = lineById(db, id)
  if (!row) return getRecord(db, inventory, id)
  visibleJob(db, viewer, row.line.jobid)
  if (row.line.inventoryid) return getRecord(db, inventory, row.line.inventoryid)
  throw new Problem(400, 'This line names no item, so there is nothing to look up.')
}

/** `GET {url}/levels?code=…&barcode=…`, the key as `X-Api-Key`. @throws 400 whatever went wrong */
export async function fetchMarssLevels(
  url: string,
  key: string,
  { code, barcode }: { code: string; barcode: string },
): Promise<MarssLevel[]> {
  const failed = () => new Problem(400, FAILED, { code: 'marss' })
  if (!url || !key) throw failed()
  const asked = new URLSearchParams({ code, ...(barcode && { barcode }) })
  const rows = await callMarss(`${url}/levels?${asked}`, key, 'levels').catch(() => {
    throw failed()
  })
  if (!Array.isArray(rows)) throw failed()
  return rows.slice(0, MOST).flatMap(parseLevel)
}

function parseLevel(row: unknown): MarssLevel[] {
  const { place, quantity } = (row ?? {}) as { place?: unknown; quantity?: unknown }
  const figure = typeof quantity === 'string' ? Number(quantity.replace(',', '.')) : quantity
  if (typeof figure !== 'number' || !Number.isFinite(figure)) return []
  return [{ place: typeof place === 'string' ? place.trim().slice(0, 120) : '', quantity: figure }]
}
