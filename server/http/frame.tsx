import { unreadCount } from '#db/queries/people/notifications.ts'
import { listUserAccounts } from '#db/queries/platform/accounts.ts'
import { pictureUtc } from '#db/queries/platform/pictures.ts'
import { xeroConnection } from '#db/queries/platform/xero.ts'
import { findUsedPages } from '#db/queries/settings/used-pages.ts'
import { menuBoards } from '#db/queries/work/boards.ts'
import { pictureUrl } from '#server/access/picture-url.ts'
import { seatsSentence } from '#server/access/seats.ts'
import { viewerFor } from '#server/access/viewer.ts'
import { cachedBy } from '#server/cache.ts'
import { helpBaseUrl } from '#server/config.ts'
import { DAY_MS } from '#server/instants.ts'
import { keptRead } from '#server/kept-reads.ts'
import { isMoreOpen, type MenuBoard, menuFor, menuPath } from '#server/menu.ts'
import { pageRecords } from '#server/page-records.ts'
import { readChosenPreferences } from '#server/preferences/read-preferences.ts'
import { defaults, type Labels, readLabels } from '#server/resources.ts'
import { readRunningTimers } from '#server/running-timers.ts'
import type { Services } from '#server/services.ts'
import { VERSION } from '#server/version.ts'
import { readXero } from '#server/xero/settings.ts'
import { PublicPage } from '#views/layout/publicpage.tsx'
import type { FrameProps, Theme, PageAssets as ViewAssets } from '#views/layout/types.ts'
import { findHelpTopic } from '#views/platform/help/help.tsx'
import { UNREAD_COUNTED } from '#views/ui/unread.ts'
import type { Context, Reply } from './context.ts'
import { cookie, FOLDED_COOKIE, MENU_COOKIE, THEME_COOKIE } from './cookies.ts'
import { lookUp } from './lookups.ts'
import type { PagePieces } from './pieces.ts'
import { getNonce } from './request.ts'
import { pageHtml } from './shell.tsx'

export function renderFramed(
  services: Services,
  c: Context,
  reply: Pick<Extract<Reply, { kind: 'view' }>, 'title' | 'page' | 'dialog'> & {
    body: PagePieces
    island?: string
  },
): PagePieces {
  const around = readSurroundings(services, c, reply.page)
  const { body, island } = reply
  return pageHtml(services, {
    key: JSON.stringify([island, around]),
    title: reply.title,
    frame: () => ({
      assets: frameAssets(services, c.request, island),
      frame: frameProps(services, c, around),
    }),
    body,
    nonce: getNonce(c.request),
    seq: c.seq,
    dialog: reply.dialog,
  })
}

export const renderPublicPage = (
  services: Services,
  request: Request,
  reply: Extract<Reply, { kind: 'publicview' }>,
) => (
  <PublicPage
    title={reply.title}
    width={reply.width}
    bare={reply.bare}
    appname={reply.forclient?.name || defaults.appname || ''}
    theme={readTheme(request)}
    assets={
      reply.forclient
        ? clientAssets(services, request, reply.forclient.script)
        : publicAssets(services, request)
    }
    forclient={reply.forclient !== undefined}
  >
    {reply.body}
  </PublicPage>
)

export const publicAssets = ({ assets }: Services, request: Request): ViewAssets => ({
  styles: [assets.url('public.css')],
  script: assets.url('client.js'),
  islands: assets.url('islands.js'),
  fonts: [assets.url('inter-latin.woff2')],
  icon: assets.url('icon.svg'),
  nonce: getNonce(request),
})

function frameAssets(services: Services, request: Request, island?: string): ViewAssets {
  const { assets } = services
  const found = publicAssets(services, request)
  return {
    ...found,
    styles: [...found.styles, assets.url('main.css')],
    modules: island ? [...assets.modules('islands.js'), ...assets.modules(`island.${island}.js`)] : [],
  }
}

function clientAssets(services: Services, request: Request, script: string): ViewAssets {
  const { islands: _, ...found } = publicAssets(services, request)
  return { ...found, script: services.assets.url(script) }
}

export const readTheme = (request: Request): Theme => {
  const theme = cookie(request, THEME_COOKIE)
  return theme === 'light' || theme === 'dark' ? theme : undefined
}

export function readAppearance({ read, person, request }: Context) {
  const { theme, menumini, menupinned, menuunpinned } = read((db) => readChosenPreferences(db, person.userid))
  return {
    pinned: menupinned,
    unpinned: menuunpinned,
    theme: (theme === undefined ? readTheme(request) : theme === 'system' ? undefined : theme) as Theme,
    mini: menumini ?? cookie(request, MENU_COOKIE) === 'mini',
  }
}

function readSurroundings(services: Services, c: Context, page?: string) {
  const { person, request, url } = c
  const { unread, accounts } = {
    unread: c.read((db) =>
      keptRead(db, `unread ${person.userid}`, () => unreadCount(db, person.userid, UNREAD_COUNTED)),
    ),
    accounts: lookUp(services.platform, `accounts ${person.userid}`, (db) =>
      listUserAccounts(db, person.userid),
    ),
  }
  return {
    at: services.tenants.position(person.accountid).referenceVersion,
    person: [
      person.userid,
      person.name,
      person.email,
      person.roles,
      person.subscribed,
      person.expired,
      person.overseats,
      person.copy,
      person.utcexpires,
      person.size,
    ],
    account: [person.accountid, person.accountname, person.logofile],
    accounts,
    unread,
    timers: c.can('steps.work') ? c.read((db) => readRunningTimers(db, person.userid)) : null,
    page,
    path: menuPath(url.pathname),
    help: helpAddress(services, url.pathname),
    accounting: readAccounting(services, c),
    ...readAppearance(c),
    picture: lookUp(services.platform, `picture ${person.userid}`, (db) => pictureUtc(db, person.userid)),
    folded: cookie(request, FOLDED_COOKIE),
    evaluation: evaluationDays(c, services.clock()),
  }
}

function frameProps(services: Services, c: Context, around: ReturnType<typeof readSurroundings>): FrameProps {
  const { person } = c
  const { labels, boards, used } = readMenu(services, c)
  const viewer = c.read((db) => viewerFor(db, person))
  const owneronly = person.platformowner && !services.config.singleaccount
  return {
    appname: labels.appname,
    account: { id: person.accountid, name: person.accountname, logo: logoUrl(person) },
    accounts: around.accounts.filter((one) => !one.hide || one.id === person.accountid),
    person: {
      id: person.userid,
      name: person.name,
      email: person.email,
      picture: pictureUrl(person.userid, around.picture) ?? undefined,
    },
    menu: menuFor(
      c.can,
      labels,
      boards.filter(({ id }) => viewer.boards.has(id)),
      { ...around, used, xero: readXero(services.config) !== undefined },
      owneronly,
    ),
    moreopen: isMoreOpen(around.folded),
    unread: around.unread,
    accounting: around.accounting,
    timers: around.timers ?? undefined,
    theme: around.theme,
    mini: around.mini,
    evaluation: around.evaluation,
    // An account that never ends has no plan.
    plansize: person.platformowner || person.copy || !person.utcexpires ? undefined : planSize(person.size),
    expired: expiryBanner(c),
    copy: person.copy,
    helpbase: around.help,
    hub: '/hub',
    version: VERSION,
    labels,
  }
}

/** For whoever may connect, where there is something to connect to. */
function readAccounting({ config, platform }: Services, { can, person }: Context): FrameProps['accounting'] {
  if (!readXero(config) || !can('settings.manage')) return
  const found = lookUp(platform, `xero ${person.accountid}`, (db) => xeroConnection(db, person.accountid))
  // Whoever may change nothing connects nothing.
  if (person.expired && (found?.failure || !found?.tenantid)) return
  if (found?.failure) return { label: 'Reconnect Xero', href: '/xero/tenants', connected: false }
  if (!found?.tenantid) return { label: 'Connect Xero', href: '/xero/tenants', connected: false }
  return { label: found.tenantname, href: '/xero', connected: true }
}

/** Our own help opens where it speaks of the page; another one knows no pages of ours. */
function helpAddress({ config }: Services, path: string): string {
  const topic = config.helpurl ? undefined : findHelpTopic(path)
  return helpBaseUrl(config) + (topic ? `#${topic}` : '')
}

/** A new picture has a new address. */
const logoUrl = ({ logofile }: Context['person']) => (logofile ? `/account/logo?v=${logofile}` : undefined)

function expiryBanner({ person, can }: Context): FrameProps['expired'] {
  const { expired, overseats, utcexpires, copy } = person
  if (!expired || copy) return
  return {
    ...(overseats ? { seats: seatsSentence(overseats) } : { utc: utcexpires ?? undefined }),
    ...(can('account.manage') ? { renewurl: '/subscription' } : {}),
    ...(overseats && can('users.manage') ? { peopleurl: '/admin/users' } : {}),
  }
}

const planSize = (size: number) => (size === 2 || size === 3 ? size : 1)

/** Spec 1, section 4. */
function evaluationDays({ person }: Context, now: Date) {
  if (person.subscribed || !person.utcexpires || person.expired) return
  const daysleft = Math.ceil((Date.parse(person.utcexpires) - now.getTime()) / DAY_MS)
  return daysleft <= 30 ? { daysleft, paid: !person.evaluating } : undefined
}

const listUsedPages = findUsedPages(pageRecords)

type Words = { labels: Labels; boards: (MenuBoard & { id: string })[]; used: ReadonlySet<string> }
const cachedLabels = cachedBy<Services>(1_000)

export function readMenu(services: Services, { person, read }: Context): Words {
  const { referenceVersion } = services.tenants.position(person.accountid)
  return cachedLabels(services, `${person.accountid} ${referenceVersion}`, () =>
    read((db) => ({ labels: readLabels(db), boards: menuBoards(db), used: listUsedPages(db) })),
  )
}
