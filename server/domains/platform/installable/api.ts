import { Resvg } from '@resvg/resvg-js'
import { choice, t } from '#server/http/fields.ts'
import { rawReply } from '#server/http/reply.ts'
import { publicApi, type Route } from '#server/http/route.ts'
import { defaults } from '#server/resources.ts'

const SIZES = ['180', '192', '512'] as const
const DAY = 'public, max-age=86400'
/** The colour of the icon's ground. */
const COLOUR = '#005c68'

const icons = new Map<number, Uint8Array>()

/** What a browser needs to install the program on a phone, and to show pages without a line. */
export const installableApi: Route[] = [
  publicApi('GET /manifest.webmanifest', { summary: 'How the program is installed.', atonce: true }, () =>
    rawReply(JSON.stringify(manifest()), 'application/manifest+json', { headers: { 'cache-control': DAY } }),
  ),
  publicApi('GET /sw.js', { summary: 'The service worker.', atonce: true }, async ({ services, request }) => {
    const { assets } = services
    const script = assets.serve(assets.url('worker.js'), request) as Response
    script.headers.set('cache-control', 'no-cache')
    return script
  }),
  publicApi(
    'GET /icon/:size',
    { summary: 'The icon as PNG: 180, 192 or 512 pixels.', params: t.Object({ size: choice(...SIZES) }) },
    ({ params: { size }, services }) =>
      rawReply(icon(Number(size), services.assets.bytes('icon.svg')), 'image/png', {
        headers: { 'cache-control': DAY },
      }),
  ),
]

const manifest = () => ({
  id: '/',
  name: defaults.appname,
  short_name: defaults.appname,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: COLOUR,
  theme_color: COLOUR,
  icons: SIZES.map((size) => ({
    src: `/icon/${size}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: 'any',
  })),
})

function icon(size: number, svg: Uint8Array): Uint8Array {
  const made =
    icons.get(size) ?? new Resvg(Buffer.from(svg), { fitTo: { mode: 'width', value: size } }).render().asPng()
  icons.set(size, made)
  return made
}
