import { drawSvg } from '#server/draw-svg.ts'
import { choice, t } from '#server/http/fields.ts'
import { rawReply } from '#server/http/reply.ts'
import { publicApi, type Route } from '#server/http/route.ts'
import { defaults } from '#server/resources.ts'

const SIZES = ['180', '192', '512'] as const
/** For systems that cut icons to a shape of their own. */
const MASKABLE = '512-maskable'
const DAY = 'public, max-age=86400'
/** The colour of the icon's ground. */
const COLOUR = '#005c68'

const icons = new Map<string, Uint8Array>()

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
    {
      summary: 'The icon as PNG: 180, 192 or 512 pixels, and the one that may be cut to a shape.',
      params: t.Object({ size: choice(...SIZES, MASKABLE) }),
    },
    ({ params: { size }, services }) =>
      rawReply(icon(size, services.assets.bytes('icon.svg')), 'image/png', {
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
  icons: [
    ...SIZES.map((size) => describeIcon(size, Number(size), 'any')),
    describeIcon(MASKABLE, 512, 'maskable'),
  ],
})

const describeIcon = (name: string, size: number, purpose: string) => ({
  src: `/icon/${name}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** Phones of Apple cut it to a shape too, and show what is see-through as black. */
const isFilled = (name: string) => name === MASKABLE || name === '180'

function icon(name: string, svg: Uint8Array): Uint8Array {
  const fitTo = { mode: 'width', value: Number.parseInt(name, 10) } as const
  const made =
    icons.get(name) ?? drawSvg(Buffer.from(svg), { fitTo, background: isFilled(name) ? COLOUR : undefined })
  icons.set(name, made)
  return made
}
