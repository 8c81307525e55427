import { ConfirmTemplate } from '#views/ui/dialog.tsx'
import { SnackbarHost } from '#views/ui/snackbar.tsx'
import { EarlyKeys } from './early-keys.tsx'
import type { DocumentProps, PageAssets } from './types.ts'

type PageProps = DocumentProps & {
  layout: 'app' | 'public'
  /** Without what the page script needs: one that works without any script. */
  plain?: boolean
  mini?: boolean
  /** Only to read. */
  copy?: boolean
  hub?: string
  account?: string
  person?: string
  seq?: number | string
  version?: string
}

// htmx reads this before the page script can set anything.
const htmxConfig = JSON.stringify({
  history: 'reload',
  includeIndicatorCSS: false,
  defaultTimeout: 60_000,
  morphIgnore: ['data-htmx-powered', 'open', 'data-clean', 'data-mounted', 'data-ready'],
})

export function Page({
  title,
  appname,
  assets,
  theme,
  layout,
  plain,
  mini,
  copy,
  hub,
  account,
  person,
  seq,
  version,
  dialog,
  children,
}: PageProps) {
  return (
    <html
      lang="en-ZA"
      data-theme={theme}
      data-layout={layout}
      data-menu={mini ? 'mini' : undefined}
      data-islands={assets.islands}
      data-copy={copy ? '' : undefined}
      data-hub={hub}
      data-account={account}
      data-person={person}
      data-version={version}
      data-nonce={assets.nonce}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · ${appname}`}</title>
        <meta name="color-scheme" content="light dark" />
        <ThemeColour scheme="light" theme={theme} />
        <ThemeColour scheme="dark" theme={theme} />
        {seq !== undefined && <meta name="joblane-seq" content={String(seq)} />}
        {!plain && <meta name="htmx-config" content={htmxConfig} />}
        {layout === 'app' && !plain && <EarlyKeys />}
        <Links {...assets} />
      </head>
      <body>
        {children}
        {!plain && <ScriptedParts appname={appname} dialog={dialog} />}
      </body>
    </html>
  )
}

/** What a phone paints around an installed page: the colour of the header, as `--surface` comes out in each scheme. */
const themeColours = { light: '#ffffff', dark: '#161a1d' }

type Scheme = keyof typeof themeColours

const ThemeColour = ({ scheme, theme }: { scheme: Scheme; theme: DocumentProps['theme'] }) => (
  <meta
    name="theme-color"
    media={`(prefers-color-scheme: ${scheme})`}
    data-scheme={scheme}
    data-colour={themeColours[scheme]}
    content={themeColours[theme ?? scheme]}
  />
)

const ScriptedParts = ({ appname, dialog }: Pick<DocumentProps, 'appname' | 'dialog'>) => (
  <>
    <div id="dialog">{dialog}</div>
    <SnackbarHost />
    <ConfirmTemplate />
    <noscript>
      <p className="banner error">{appname} needs JavaScript. Please allow it for this site and reload.</p>
    </noscript>
  </>
)

function Links({ styles, script, islands, modules = [], fonts, icon }: PageAssets) {
  return (
    <>
      {fonts.map((font) => (
        <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
      ))}
      {styles.map((style) => (
        <link key={style} rel="stylesheet" href={style} />
      ))}
      {icon && <link rel="icon" href={icon} type="image/svg+xml" />}
      {islands && (
        <>
          <link rel="manifest" href="/manifest.webmanifest" />
          <link rel="apple-touch-icon" href="/icon/180" />
        </>
      )}
      <script type="module" src={script} />
      {[...new Set(modules)].map((module) => (
        <link key={module} rel="modulepreload" href={module} />
      ))}
    </>
  )
}
