import { renderToStaticMarkup } from 'react-dom/server'
import { serveFrom } from '#server/http/assets.ts'
import { bundle } from '#server/http/bundle.ts'
import { earlyKeysHash } from '#views/layout/early-keys.tsx'
import { AppPage } from '#views/layout/frame.tsx'
import type { FrameProps } from '#views/layout/types.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { Dialog } from '#views/ui/dialog.tsx'
import { FormErrors } from '#views/ui/form.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { FilterBar, ListCount, ListRegion, SearchBox, Toggle } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Table } from '#views/ui/table.tsx'

/** A small program around the view kit and the page script: one list, one dialog, and answers that fail. */
export async function sampleServer() {
  const assets = serveFrom(await bundle(false))
  const names = ['Around the Horn', 'Blauer See', 'Cactus Comidas']
  const asked: string[] = []

  function page(request: Request, body: React.ReactElement): Response {
    if (request.headers.has('hx-request')) return html(renderToStaticMarkup(body))
    const files = {
      styles: [assets.url('public.css'), assets.url('main.css')],
      script: assets.url('client.js'),
      fonts: [],
    }
    const frame = frameOf(request)
    const whole = (
      <AppPage title="Clients" assets={files} frame={frame}>
        {body}
      </AppPage>
    )
    return html(`<!doctype html>${renderToStaticMarkup(whole)}`)
  }

  function list(url: URL) {
    const search = url.searchParams.get('search') ?? ''
    const found = names.filter((name) => name.toLowerCase().includes(search.toLowerCase()))
    const at = url.pathname + url.search
    return (
      <>
        <PageTitle
          title="Clients"
          actions={
            <>
              <Button hx-post="/fail" hx-swap="none">
                Fail
              </Button>
              <Button
                hx-post="/undoable"
                hx-swap="none"
                {...confirmFirst({ question: 'Archive them all?', yes: 'Archive', danger: true })}
              >
                Archive
              </Button>
              <LinkButton look="primary" data-shortcut="new" {...dialogLink('/clients/new')}>
                New client
              </LinkButton>
            </>
          }
        />
        <FilterBar url={at} region="clients">
          <SearchBox value={search} label="Search clients" />
          <Toggle name="archived" label="Show archived" checked={url.searchParams.has('archived')} />
        </FilterBar>
        <ListRegion id="clients" refresh="clients">
          <ListCount total={found.length} noun="client" />
          <Table
            caption="Clients"
            columns={[{ key: 'name', head: 'Name', sortable: true, cell: (name: string) => name }]}
            rows={found}
            rowid={(name) => name.replaceAll(' ', '')}
            href={(name) => `/clients/${encodeURIComponent(name)}`}
            url={at}
            region="clients"
          />
        </ListRegion>
      </>
    )
  }

  async function save(request: Request): Promise<Response> {
    const name = String((await request.formData()).get('name') ?? '')
    if (!name) return html(renderToStaticMarkup(errors), 422)
    names.push(name)
    return triggers({
      closedialog: true,
      refresh: { table: 'clients' },
      snackbar: { level: 'success', message: `${name} added successfully` },
    })
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const url = new URL(request.url)
      asked.push(`${request.method} ${url.pathname}${url.search}`)
      if (url.pathname.startsWith('/assets/'))
        return assets.serve(url.pathname, request) ?? new Response(null, { status: 404 })
      if (url.pathname === '/save') return save(request)
      if (url.pathname === '/fail')
        return Response.json({ message: url.searchParams.get('say') }, { status: 403, headers: ours })
      if (url.pathname === '/undoable')
        return triggers({ snackbar: { message: 'Archived', undo: { url: '/undo' } } })
      if (url.pathname === '/undo') return triggers({ snackbar: { message: 'Restored' } })
      if (url.pathname === '/notifications') return html('<p>Nothing</p>')
      if (url.pathname.startsWith('/clients/'))
        return html(renderToStaticMarkup(dialog(url.pathname.slice(9))))
      return page(request, list(url))
    },
  })
  return { base: `http://127.0.0.1:${server.port}`, names, asked, stop: () => server.stop(true) }
}

const dialog = (name: string) => (
  <Dialog title={name === 'new' ? 'New client' : decodeURIComponent(name)} url="/save">
    <TextInput
      label="Name"
      name="name"
      required
      maxlength={20}
      value={name === 'new' ? '' : decodeURIComponent(name)}
    />
    <TextInput label="Phone" name="phone" />
  </Dialog>
)

const errors = (
  <FormErrors message="The client could not be saved." fields={{ name: 'Give the client a name.' }} />
)

function frameOf(request: Request): FrameProps {
  const cookie = request.headers.get('cookie') ?? ''
  return {
    appname: 'Joblane',
    account: { id: '1', name: 'Northwind' },
    accounts: [
      { id: '1', name: 'Northwind' },
      { id: '2', name: 'Second' },
    ],
    person: { id: 'p1', name: 'Nancy Davolio', email: 'owner@northwind.test' },
    menu: [
      {
        key: 'a',
        label: 'Work',
        links: [{ href: '/suppliers', label: 'Suppliers', icon: 'truck', go: 's' }],
      },
    ],
    unread: 0,
    theme: cookie.includes('joblane_theme=dark') ? 'dark' : undefined,
    mini: cookie.includes('joblane_menu=mini'),
    labels: {},
  }
}

const policy = `default-src 'self'; script-src 'self' '${earlyKeysHash}'; style-src-attr 'unsafe-inline'; img-src 'self' data:; base-uri 'none'`

/** What the page script takes for no stranger's answer. */
const ours = { 'x-joblane-version': 'sample' }

const html = (body: string, status = 200, headers: Record<string, string> = {}) =>
  new Response(body, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      ...ours,
      ...headers,
    },
  })

const triggers = (events: object) =>
  html('', 200, { 'HX-Reswap': 'none', 'HX-Trigger': JSON.stringify(events) })
