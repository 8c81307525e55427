import { listApiKeys } from '#db/queries/platform/apikeys.ts'
import { linkSite } from '#server/access/link-site.ts'
import { view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { readZone } from '#server/zone.ts'
import { AppLink } from '#views/people/apikeys/applink.tsx'
import { MOBILE } from './create-key.ts'

export const keysPages: Route[] = [
  page('GET /applink', { claim: 'seat', summary: 'The page that links a phone.' }, (c) => {
    const keys = c.platform.read((db) => listApiKeys(db, c.person.userid, c.person.accountid))
    const mobile = keys.find(({ application }) => application === MOBILE)
    return view(<AppLink site={linkSite(c)} mobile={mobile} zone={c.read(readZone)} />, {
      title: 'Link a phone',
    })
  }),
]
