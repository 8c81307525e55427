import { NoBody } from '#server/http/fields.ts'
import { noSwapReply, snackbarHeaders } from '#server/http/reply.ts'
import { action, type Route } from '#server/http/route.ts'
import { withQuery } from '#views/ui/links.ts'
import { confirmPrices, sayConfirmed } from './confirm-prices.ts'
import { ConfirmedByButton, ConfirmedPrices } from './input.ts'

const PATH = '/admin/inventory/sampleprices'

export const inventoryActions: Route[] = action(
  { api: 'POST /api/inventory/sampleprices', page: `POST ${PATH}` },
  {
    claim: 'inventory.write',
    body: ConfirmedPrices,
    form: {
      query: ConfirmedByButton,
      body: NoBody,
      input: ({ query: { items, costs, undo = false } }) => ({
        body: { items: items?.split(','), costs: costs?.split(','), confirmed: !undo },
      }),
    },
    summary:
      'Confirms prices of `items`, and costs of `costs`, that are samples from setup; without either, of all. `confirmed: false` takes it back.',
  },
  (tx, _, c) => confirmPrices(tx, c, c.body),
  (figures, c) => {
    const { undo = false } = c.query
    return noSwapReply(
      snackbarHeaders(sayConfirmed(figures, !undo), {
        refresh: { table: 'inventory' },
        undo: undo
          ? undefined
          : withQuery(PATH, {
              items: figures.items.join() || undefined,
              costs: figures.costs.join() || undefined,
              undo: true,
            }),
      }),
    )
  },
)
