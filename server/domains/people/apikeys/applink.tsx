import encodeQR from 'qr'
import { listApiKeys } from '#db/queries/platform/apikeys.ts'
import { fragment, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { readZone } from '#server/zone.ts'
import { AppLink, AppLinkPart } from '#views/people/apikeys/applink.tsx'
import { newKey } from './api.ts'
import { MOBILE } from './create-key.ts'

/**
 * What the code says: the site's address and the key. The key stands behind `#`, which a browser that opens the
 * link by mistake sends to nobody.
 */
const appLinkUrl = (site: string, key: string) => `${site}/#key=${key}`

const qrDataUrl = (link: string) =>
  `data:image/svg+xml;base64,${Buffer.from(encodeQR(link, 'svg', { ecc: 'medium', border: 4 })).toString('base64')}`

/** `/applink` (specification 1, section 2): a key for the phone, as a code that is shown once. */
export const applinkPages: Route[] = [
  page('GET /applink', { claim: 'seat' }, (c) => {
    const keys = c.platform.read((db) => listApiKeys(db, c.person.userid, c.person.accountid))
    const mobile = keys.find(({ application }) => application === MOBILE)
    return view(<AppLink site={c.services.url} mobile={mobile} zone={c.read(readZone)} />, {
      title: 'Application Link',
    })
  }),

  page('POST /applink', { claim: 'seat', needsSignIn: true }, async (c) => {
    const { key } = await newKey(c, c.person.userid, MOBILE)
    const link = appLinkUrl(c.services.url, key)
    return fragment(
      <AppLinkPart
        site={c.services.url}
        zone={c.read(readZone)}
        created={{ image: qrDataUrl(link), link }}
      />,
    )
  }),
]
