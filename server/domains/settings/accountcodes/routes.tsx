import { crudRoutes } from '#server/crud/crud.ts'
import { nothing, snackbarHeaders } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { accountcodesApi, NOT_CONNECTED } from './api.ts'
import { accountcode } from './resource.ts'

export const accountcodesRoutes: Route[] = [
  ...accountcodesApi,
  ...crudRoutes(accountcode),

  page('POST /admin/accountcodes/sync', { claim: 'accountcodes.write' }, () =>
    nothing(snackbarHeaders(NOT_CONNECTED, { level: 'warning' })),
  ),
]
