import type { Context } from '#server/http/context.ts'
import type { QueuedNotice } from '#server/mail/queued-mail.ts'
import { type Reached, sayWhoReaches } from '#views/ui/link-reach.tsx'
import { linkSite, networkSites } from './link-site.ts'
import { isOwnInstallation } from './own-installation.ts'

/** From where the links of a request can be opened. */
export const linkReach = (c: Context): Reached => ({
  url: linkSite(c),
  isoperator: isOwnInstallation(c),
  sites: networkSites(c.services),
})

/** Of a mail with a link, so that nobody sends one that its reader cannot open without being told. */
export function warnOfLink(c: Context, notice: QueuedNotice): QueuedNotice {
  const words = sayWhoReaches(linkSite(c))
  return words ? { ...notice, level: 'warning', message: `${notice.message} ${words}` } : notice
}
