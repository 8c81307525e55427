import { Avatar } from '#views/ui/avatar.tsx'
import { IconButton } from '#views/ui/button.tsx'
import { Icon } from '#views/ui/icon.tsx'
import { opensDialog } from '#views/ui/links.ts'
import { Menu, MenuItem, MenuLine } from '#views/ui/menu.tsx'
import { bellLabel, formatUnread } from '#views/ui/unread.ts'
import { ScanBox } from './scan.tsx'
import { ThemeSwitch } from './theme.tsx'
import { Timers } from './timers.tsx'
import type { Accounting, FrameProps } from './types.ts'

export function Header(frame: FrameProps) {
  const { appname, accounting, unread, labels } = frame
  return (
    <header className="header">
      <button
        type="button"
        className="button quiet square"
        popoverTarget="menu"
        data-menu-toggle=""
        aria-label="Menu"
      >
        <Icon name="menu" />
      </button>
      <Logo appname={appname} />
      <AccountSwitch {...frame} />
      <div className="end">
        {frame.timers && <Timers {...frame.timers} />}
        <ScanBox id="headerscan" label="Find anything" />
        <IconButton icon="search" label="Find anything" className="scanbutton" {...opensDialog('scan')} />
        {accounting && <AccountingChip {...accounting} />}
        {frame.expired && (
          <button type="button" className="button small" id="expiredshow" data-expired-show="" hidden>
            Expired
          </button>
        )}
        <Bell unread={unread} label={labels.notifications ?? 'Notifications'} />
        <PersonMenu {...frame} />
      </div>
    </header>
  )
}

export function Logo({ appname, href = '/' }: { appname: string; href?: string }) {
  return (
    <a className="logo" href={href} aria-label={`${appname}, home`}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <rect x="1" y="1" width="22" height="22" rx="6" />
        <path d="M7 6.5v11M12 6.5v7M17 6.5v4" />
      </svg>
      <span>{appname}</span>
    </a>
  )
}

function AccountSwitch({ account, accounts, labels }: FrameProps) {
  const name = (
    <>
      {account.logo && <img className="accountlogo" src={account.logo} alt="" />}
      <span id="accountname">{account.name}</span>
    </>
  )
  if (accounts.length < 2) return <span className="accountname">{name}</span>
  const face = (
    <>
      {name}
      <Icon name="chevrons-up-down" size="small" />
    </>
  )
  return (
    <form method="post" action="/api/account/switch" data-account-switch="">
      <Menu
        id="accounts"
        label={labels.switchaccount ?? 'Switch account'}
        face={face}
        buttonclass="accountname button quiet"
      >
        {accounts.map(({ id, name }) => (
          <MenuItem
            key={id}
            type="submit"
            name="id"
            value={id}
            icon={id === account.id ? 'check' : undefined}
          >
            {name}
          </MenuItem>
        ))}
      </Menu>
    </form>
  )
}

function AccountingChip({ label, href, connected }: Accounting) {
  return (
    <a className={connected ? 'chip success accounting' : 'chip accounting'} href={href}>
      <Icon name="landmark" size="small" />
      {label}
    </a>
  )
}

function Bell({ unread, label }: { unread: number; label: string }) {
  return (
    <button
      type="button"
      className="button quiet square bell"
      {...opensDialog('notifications')}
      aria-label={bellLabel(label, unread)}
      title={label}
    >
      <Icon name="bell" />
      <span className="badge" data-unread={unread} hidden={unread === 0}>
        {formatUnread(unread)}
      </span>
    </button>
  )
}

function PersonMenu({ person, theme, helpbase, accounting, labels }: FrameProps) {
  const face = (
    <>
      <Avatar name={person.name} src={person.picture} decorative />
      <span className="personname">{person.name}</span>
    </>
  )
  return (
    <Menu id="person" label={labels.person ?? 'your menu'} face={face} buttonclass="button quiet person">
      <p className="who">
        <strong>{person.name}</strong>
        {person.email}
      </p>
      <MenuItem href="/account/profile" icon="user">
        {labels.profile ?? 'Profile'}
      </MenuItem>
      <MenuItem href="/account" icon="building">
        {labels.account ?? 'Account'}
      </MenuItem>
      {accounting && (
        <MenuItem href={accounting.href} icon="landmark" className="accounting">
          {accounting.connected ? `Xero: ${accounting.label}` : accounting.label}
        </MenuItem>
      )}
      {helpbase && (
        <MenuItem icon="help" {...opensDialog('help')}>
          {labels.help ?? 'Help'}
        </MenuItem>
      )}
      <MenuItem icon="keyboard" className="shortcuts" {...opensDialog('shortcuts')}>
        {labels.shortcuts ?? 'Keyboard shortcuts'}
      </MenuItem>
      <MenuLine />
      <ThemeSwitch theme={theme} />
      <MenuLine />
      <form method="post" action="/signout">
        <MenuItem type="submit" icon="log-out">
          {labels.logout ?? 'Log out'}
        </MenuItem>
      </form>
    </Menu>
  )
}
