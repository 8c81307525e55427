import { isCellRunning } from '#db/data-folder.ts'
import { countPlaced } from '#db/queries/platform/cells.ts'
import { verifyOwnPassword } from '#server/access/verify-own-password.ts'
import { findPlaced } from '#server/cells/cell.ts'
import { moveAccount } from '#server/cells/move-account.ts'
import { PLATFORM_CELL } from '#server/cells/settings.ts'
import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, object, t, text } from '#server/http/fields.ts'
import { fragment, snackbarHeaders } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { AccountCell } from '#views/platform/backoffice/cell.tsx'
import { requireAccount } from './manage-accounts.ts'

const about = { claim: 'platform.manage', params: ById } as const
const Move = object({
  to: text(3, { required: true, label: 'Cell' }),
  password: t.String({ maxLength: 256 }),
})

function cellPart(c: Context<{ id: string }>, headers?: Record<string, string>) {
  const { platform, config, cell } = c.services
  const { platformowner } = platform.read((db) => requireAccount(db, c.params.id))
  const cells = cell
    ? platform
        .read(countPlaced)
        .filter(({ id }) => id !== PLATFORM_CELL)
        .toSorted((a, b) => a.id.localeCompare(b.id))
        .map((one) => ({ ...one, running: isCellRunning(config.data, one.id) }))
    : []
  const { cell: at, target } = findPlaced(platform, c.params.id)
  const placed = { cell: at, target, atplatform: at === PLATFORM_CELL }
  return fragment(<AccountCell accountid={c.params.id} own={platformowner} placed={placed} cells={cells} />, {
    headers,
  })
}

/** Which process serves an account, where several do. */
export const cellPages: Route[] = [
  page(
    'GET /backoffice/accounts/:id/cell',
    { ...about, summary: 'Which cell serves an account, and the form that moves it.' },
    (c) => cellPart(c),
  ),

  page(
    'POST /backoffice/accounts/:id/cell',
    { ...about, needsSignIn: true, body: Move, summary: 'Lets another cell serve an account.' },
    async (c) => {
      const { to, password } = c.body
      if (!c.services.cell)
        throw invalid({ to: 'One process serves all accounts: start with --cells to have more.' })
      const { name } = c.platform.read((db) => requireAccount(db, c.params.id))
      await c.platform.write(await verifyOwnPassword(c.services, c.person.userid, password, 'password'))
      await moveAccount(c.services, c.params.id, to)
      return cellPart(c, snackbarHeaders(`${name} is served by ${to} now`))
    },
  ),
]
