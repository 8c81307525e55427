import { accountsOf } from '#db/queries/platform/accounts.ts'
import { sessionByCookie } from '#db/queries/platform/sessions.ts'
import { hashSecret } from '#server/access/tokens.ts'
import type { Problem } from '#server/errors.ts'
import { defaults } from '#server/resources.ts'
import { ErrorPage } from '#views/layout/errorpage.tsx'
import { cookie, SESSION_COOKIE } from './cookies.ts'
import { themeOf, viewAssets } from './frame.tsx'
import { htmlDocument } from './responses.ts'
import type { Services } from './services.ts'

const titles: Record<number, string> = {
  401: 'Please sign in',
  403: 'Not allowed',
  404: 'Page could not be found',
  413: 'Too large',
  429: 'Too many attempts',
  500: 'Something went wrong..',
  503: 'Not available at the moment',
}

/** What went wrong, as a whole page in plain words. */
export function errorPage(
  services: Services,
  request: Request,
  problem: Problem,
  headers: Record<string, string> = {},
) {
  const status = problem.status as number
  const unlicensed = problem.more.code === 'unlicensed'
  return htmlDocument(
    <ErrorPage
      appname={defaults.appname ?? ''}
      theme={themeOf(request)}
      assets={viewAssets(services, request)}
      title={unlicensed ? 'Unlicenced Account' : (titles[status] ?? 'Not possible')}
      text={
        unlicensed
          ? 'You belong to this account, but no seat is paid for you. Please ask your system administrator for one.'
          : status === 500
            ? 'Please reload the page. If it happens again, tell your system administrator.'
            : problem.message
      }
      ways={unlicensed || problem.more.code === 'accountdown' ? waysOut(services, request) : undefined}
    />,
    status,
    headers,
  )
}

/** Out of an account that cannot be worked in: to the person's other accounts, or out of the program. */
function waysOut({ platform }: Services, request: Request) {
  const secret = cookie(request, SESSION_COOKIE)
  const others = platform.read((db) => {
    const row = secret && sessionByCookie(db, hashSecret(secret))
    return row ? accountsOf(db, row.userid).filter(({ id, hide }) => id !== row.accountid && !hide) : []
  })
  return [
    ...others.map(({ id, name }) => ({ action: '/account/open', label: `Open ${name}`, id })),
    { action: '/signout', label: 'Log out' },
  ]
}
