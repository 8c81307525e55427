import type { ReactNode } from 'react'
import { Banners } from './banners.tsx'
import { Drawers } from './drawers.tsx'
import { Header } from './header.tsx'
import { OutboxDialog } from './outbox.tsx'
import { Page } from './page.tsx'
import { ScanDialog } from './scan.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { SideMenu } from './sidemenu.tsx'
import type { FrameProps, PageAssets } from './types.ts'

type AppPageProps = {
  title: string
  assets: PageAssets
  frame: FrameProps
  dialog?: ReactNode
  children: ReactNode
}

export function AppPage({ title, assets, frame, dialog, children }: AppPageProps) {
  const { appname, theme, mini, hub, seq, version } = frame
  return (
    <Page
      {...{ title, appname, assets, theme, mini, hub, seq, version, dialog }}
      layout="app"
      copy={frame.copy !== undefined}
      account={frame.account.id}
      person={frame.person.id}
    >
      <Frame {...frame}>{children}</Frame>
    </Page>
  )
}

function Frame({ children, ...frame }: FrameProps & { children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#main">
        {frame.labels.skip ?? 'Skip to the content'}
      </a>
      <Header {...frame} />
      <SideMenu {...frame} />
      <div className="content">
        <Banners {...frame} />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Drawers {...frame} />
      <ScanDialog />
      <OutboxDialog />
      <Shortcuts menu={frame.menu} />
    </>
  )
}
