import { verifyOwnPassword } from '#server/access/verify-own-password.ts'
import { observeCells, proposeMoves } from '#server/cells/balance-cells.ts'
import { moveAccount } from '#server/cells/move-account.ts'
import { describeMoves, moveInTurn } from '#server/cells/move-accounts.ts'
import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { object, t } from '#server/http/fields.ts'
import { noSwapReply, saved, snackbarHeaders, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { pageTitle } from '#server/resources.ts'
import { Cells } from '#views/platform/cells/cells.tsx'

const claim = 'platform.manage'
const LABEL = 'pages.backoffice.cells'
const Balance = object({ password: t.String({ maxLength: 256 }) })

async function readCells({ services, platform }: Pick<Context<unknown>, 'services' | 'platform'>) {
  const cells = services.cell ? await observeCells(services, services.config.data) : []
  return { cells, moves: proposeMoves(platform, cells) }
}

export const cellsPages: Route[] = [
  page(
    'GET /backoffice/cells',
    { claim, summary: 'What each cell does, and which moves would help.' },
    async (c) => {
      const title = c.read((db) => pageTitle(db, LABEL))
      return view(<Cells title={title} {...(await readCells(c))} />, { title, page: LABEL })
    },
  ),

  page(
    'POST /backoffice/cells/balance',
    {
      claim,
      needsSignIn: true,
      body: Balance,
      summary: 'Moves accounts from the busiest cells to the others.',
    },
    async (c) => {
      if (!c.services.cell)
        throw invalid({}, 'One process serves all accounts: start with --cells to have more.')
      await c.platform.write(
        await verifyOwnPassword(c.services, c.person.userid, c.body.password, 'password'),
      )
      const { moves } = await readCells(c)
      const done = await moveInTurn(moves, ({ accountid, to }) => moveAccount(c.services, accountid, to))
      if (done.failed)
        return noSwapReply(
          snackbarHeaders(describeMoves(done), { level: 'error', refresh: { table: 'cells' } }),
        )
      const said = moves.length === 1 ? '1 account was moved' : `${moves.length} accounts were moved`
      return saved(moves.length > 0 ? said : 'Nothing had to be moved', 'cells')
    },
  ),
]
