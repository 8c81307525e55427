import { flag, object, reference, t, text, version } from '#server/http/fields.ts'

const LIST = '^/[a-z:/-]{0,98}$'
/** An address of this program: no host, and none that a browser would take for one. */
const path = () =>
  t.String({ pattern: '^/([^/\\\\?#][^?#]{0,299})?$', error: 'must be an address of a list' })
const list = () => t.String({ pattern: LIST, error: 'must be a list such as /invoices' })
const query = () => t.String({ maxLength: 2_000, error: 'may have at most 2000 characters' })

const shared = { roleid: t.Optional(reference()), opens: t.Optional(flag()) }

export const OfList = object({ list: list() })

export const NewListView = object({
  id: t.Optional(reference()),
  list: list(),
  name: text(60, { required: true }),
  query: query(),
  ...shared,
})

export const ListViewChange = object({
  name: t.Optional(text(60, { required: true })),
  query: t.Optional(query()),
  ...shared,
  version: version(),
})

/** `search`: the address as the browser has it. */
export const NewListViewForm = object({
  list: list(),
  path: path(),
  search: query(),
  name: text(60, { required: true }),
  ...shared,
  moving: t.Optional(flag()),
  mine: t.Optional(flag()),
})

export const ListViewForm = object({
  path: path(),
  name: text(60, { required: true }),
  ...shared,
  version: version(),
})

export const ListPlace = object({ path: path() })
export const SearchPlace = object({ path: path(), search: t.Optional(query()) })
export const NewViewPlace = object({ list: list(), path: path(), search: t.Optional(query()) })
