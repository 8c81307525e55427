import { syncedReply } from '#server/domains/settings/imports/api-synced.ts'
import { syncXeroList } from '#server/domains/settings/xero/bring-in.ts'
import { EXPIRED, forbidden } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { api, type Route } from '#server/http/route.ts'
import { askMarss } from '#server/marss/ask-marss.ts'
import { askItems } from '#server/marss/protocol.ts'
import { importSynced } from './import-synced.ts'
import { SyncQuery } from './input.ts'

// Specification 2, section 8, to the letter.
const NOTHING = 'No new items were found'

const writes = { claim: 'inventory.write' } as const

export const syncApi: Route[] = [
  api('GET /api/inventory/marss/sync', { ...writes, summary: 'Brings in the new items of Marss.' }, (c) => {
    // The specification makes it a GET, which the gate lets through for expired accounts and from anywhere.
    if (c.person.expired) throw forbidden(EXPIRED)
    if (c.request.headers.get('sec-fetch-site') === 'cross-site') throw forbidden()
    return syncMarss(c)
  }),
  api(
    'POST /api/inventory/sync',
    { ...writes, query: SyncQuery, summary: 'Brings in the new items of `platform`: xero or marss.' },
    (c) => {
      if (c.query.platform === 'marss') return syncMarss(c)
      return syncXero(c)
    },
  ),
]

async function syncMarss(c: Context) {
  return syncedReply(await importSynced(c, await askMarss(c, askItems, 'sync')), NOTHING)
}

const syncXero = async (c: Context) => syncedReply(await syncXeroList(c, 'inventory'), NOTHING)
