import { listUserAccounts } from '#db/queries/platform/accounts.ts'
import { sessionByCookie } from '#db/queries/platform/sessions.ts'
import { hashSecret } from '#server/access/tokens.ts'
import type { Problem } from '#server/errors.ts'
import { defaults } from '#server/resources.ts'
import type { Services } from '#server/services.ts'
import { ErrorContent, ErrorPage } from '#views/layout/errorpage.tsx'
import { readPerson } from './authenticate.ts'
import { cookie, SESSION_COOKIE } from './cookies.ts'
import { createContext } from './create-context.ts'
import { currentPerson } from './current-person.ts'
import { publicAssets, readTheme, renderFramed } from './frame.tsx'
import type { PagePieces } from './pieces.ts'
import { htmlDocument, htmlText, toKeptMarkup } from './responses.ts'

const titles: Record<number, string> = {
  401: 'Please sign in',
  403: 'Not allowed',
  404: 'Page could not be found',
  413: 'Too large',
  429: 'Too many attempts',
  500: 'Something went wrong..',
  503: 'Not available at the moment',
}

export function errorPage(
  services: Services,
  request: Request,
  problem: Problem,
  headers: Record<string, string> = {},
) {
  const status = problem.status as number
  const unlicensed = problem.more.code === 'unlicensed'
  const isShut = unlicensed || problem.more.code === 'accountdown'
  const about = {
    title: unlicensed ? 'Unlicenced Account' : (titles[status] ?? 'Not possible'),
    text: unlicensed
      ? 'You belong to this account, but no seat is paid for you. Please ask your system administrator for one.'
      : status === 500
        ? 'Please reload the page. If it happens again, tell your system administrator.'
        : problem.message,
    back: isShut ? undefined : cameFrom(request),
  }
  const inside = isShut ? undefined : inFrame(services, request, about)
  if (inside) return htmlText(inside, status, headers)
  return htmlDocument(
    <ErrorPage
      appname={defaults.appname ?? ''}
      theme={readTheme(request)}
      assets={publicAssets(services, request)}
      {...about}
      ways={isShut ? exitLinks(services, request) : undefined}
    />,
    status,
    headers,
  )
}

type About = { title: string; text: string; back?: string }

/** Undefined for a stranger, and where what went wrong keeps the frame from being made, too. */
function inFrame(services: Services, request: Request, about: About): PagePieces | undefined {
  const row = sessionIn(services, request)
  if (!row) return
  try {
    const asked = { request, params: {}, query: {}, body: undefined }
    const c = createContext(
      services,
      asked,
      currentPerson(services, readPerson(services, row), services.platform.changes()),
      { kind: 'page', method: 'GET', path: '/', options: {} },
      null,
    )
    return renderFramed(services, c, {
      title: about.title,
      body: [toKeptMarkup(<ErrorContent {...about} />).before],
    })
  } catch {
    return
  }
}

function cameFrom(request: Request): string | undefined {
  const [from, here] = [URL.parse(request.headers.get('referer') ?? ''), new URL(request.url)]
  if (from?.host !== here.host || from.pathname === here.pathname || from.pathname === '/signin') return
  return from.pathname + from.search
}

function sessionIn({ platform }: Services, request: Request) {
  const secret = cookie(request, SESSION_COOKIE)
  return secret ? platform.read((db) => sessionByCookie(db, hashSecret(secret))) : null
}

function exitLinks(services: Services, request: Request) {
  const row = sessionIn(services, request)
  const others = row
    ? services.platform
        .read((db) => listUserAccounts(db, row.userid))
        .filter(({ id, hide }) => id !== row.accountid && !hide)
    : []
  return [
    ...others.map(({ id, name }) => ({ action: '/account/open', label: `Open ${name}`, id })),
    { action: '/signout', label: 'Log out' },
  ]
}
