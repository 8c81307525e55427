import type { ReactNode } from 'react'
import { Button, IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { type ConfirmPrompt, confirmFirst } from './confirm.ts'
import type { canWait } from './outbox.tsx'
import { selectedTab, type Tab, TabList, TabPanels } from './tabs.tsx'
import { VersionInput } from './version-input.tsx'

type DialogProps = {
  title: ReactNode
  subtitle?: ReactNode
  url?: string
  method?: 'post' | 'put' | 'patch' | 'delete'
  version?: number
  size?: 'small' | 'medium' | 'large' | 'full' | 'side'
  tabs?: readonly Tab[]
  submit?: string
  /** Where `main` is what most people press. */
  quietsubmit?: boolean
  cancel?: string
  actions?: ReactNode
  /** The main button of a dialog that is no form, or whose form is not what it is for. */
  main?: ReactNode
  encoding?: 'multipart/form-data'
  /** It sends something out: closing offers no save. */
  sends?: boolean
  confirm?: ConfirmPrompt
  /** What `canWait` says of its form. */
  waits?: ReturnType<typeof canWait>
  children?: ReactNode
}

/** Answer it to a request that targets `#dialog` and the page script opens it; `HX-Trigger: closedialog` closes it. */
export function Dialog(props: DialogProps) {
  const { title, size = 'medium', url } = props
  return (
    <dialog className={classes('dialog', size)} aria-labelledby="dialog-title">
      {url ? (
        <form {...formProps(props)}>{dialogContent(props)}</form>
      ) : (
        <div className="sheet">{dialogContent({ ...props, title })}</div>
      )}
    </dialog>
  )
}

function formProps({ url, method = 'post', cancel, encoding, sends, confirm, waits }: DialogProps) {
  return {
    className: 'sheet',
    noValidate: true,
    'data-guard': '',
    'data-sends': sends ? '' : undefined,
    // What exists already is mostly read: no field takes the focus, and no keyboard of a phone covers it.
    'data-read': cancel === CLOSE ? '' : undefined,
    [`hx-${method}`]: url,
    'hx-target': '#dialog',
    'hx-swap': 'innerMorph',
    'hx-encoding': encoding,
    ...(confirm && confirmFirst(confirm)),
    ...waits,
  }
}

const CLOSE = 'Close'

function dialogContent({
  title,
  subtitle,
  version,
  tabs,
  children,
  url,
  submit,
  quietsubmit,
  cancel,
  actions,
  main,
}: DialogProps) {
  const shownMain = main && <span {...ofTabs(tabs)}>{main}</span>
  const closing = cancel ?? (url ? 'Cancel' : CLOSE)
  return (
    <>
      <div className="head">
        <div>
          <h2 id="dialog-title">{title}</h2>
          {subtitle && <p className="subtitle">{subtitle}</p>}
        </div>
        <IconButton icon="x" label="Close" data-close="" />
      </div>
      {tabs && <TabList label="Sections" tabs={tabs} />}
      <div className="body">
        <div data-errors-here="" />
        {version !== undefined && <VersionInput value={version} />}
        {tabs && <TabPanels tabs={tabs} />}
        {children}
      </div>
      <div className="foot">
        {actions && (
          <div className="start" {...ofTabs(tabs)}>
            {actions}
          </div>
        )}
        <Button className={closing === CLOSE ? 'closes' : undefined} data-close="">
          {closing}
        </Button>
        {!quietsubmit && shownMain}
        {tabs?.map(
          (tab) =>
            tab.main && (
              <span key={tab.id} {...ofTabs(tabs, tab)}>
                {tab.main}
              </span>
            ),
        )}
        {url && (
          <Button type="submit" look={quietsubmit ? 'plain' : 'primary'} data-save="">
            {submit ?? 'Save'}
          </Button>
        )}
        {quietsubmit && shownMain}
      </div>
    </>
  )
}

/** A tab with a button of its own has the foot to itself: `islands/client/tabs.ts` follows the choice. */
function ofTabs(tabs: readonly Tab[] = [], tab?: Tab) {
  const chosen = selectedTab(tabs)
  if (!tabs.some(({ main }) => main)) return {}
  return {
    'data-foot-of': tab ? `panel-${tab.id}` : '',
    hidden: tab ? tab !== chosen : Boolean(chosen?.main),
  }
}

type DrawerProps = { id: string; title: ReactNode; actions?: ReactNode; children?: ReactNode }

export function Drawer({ id, title, actions, children }: DrawerProps) {
  return (
    <dialog className="drawer" id={id} aria-labelledby={`${id}-title`}>
      <div className="head">
        <h2 id={`${id}-title`}>{title}</h2>
        {actions}
        <IconButton icon="x" label="Close" data-close="" />
      </div>
      <div className="body">{children}</div>
    </dialog>
  )
}

export function ConfirmTemplate() {
  return (
    <template id="confirm-template">
      <dialog className="dialog small confirm" role="alertdialog" aria-labelledby="confirm-title">
        <div className="sheet">
          <div className="body">
            <h2 id="confirm-title" data-slot="text">
              Are you sure?
            </h2>
          </div>
          <div className="foot">
            <Button data-answer="no">Cancel</Button>
            <Button data-answer="other" />
            <Button look="primary" data-answer="yes">
              Confirm
            </Button>
          </div>
        </div>
      </dialog>
    </template>
  )
}
