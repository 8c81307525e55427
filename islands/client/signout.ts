import { askHealthBriefly } from './captive-portal.ts'
import { confirmDialog } from './confirm.ts'
import { messages } from './messages.ts'
import { describeWaiting } from './outbox.ts'
import { delegate } from './page.ts'
import { snackbar } from './snackbars.ts'

let isAsked = false

export function watchSignOut(): void {
  delegate('submit', 'form[action="/signout"]', (form, event) => {
    event.preventDefault()
    if (isAsked) return
    isAsked = true
    void signOut(form as HTMLFormElement).finally(() => {
      isAsked = false
    })
  })
}

/** Only where the program answers: elsewhere nobody is signed out, and the browser would show a page of its own. */
async function signOut(form: HTMLFormElement): Promise<void> {
  if (!(await askHealthBriefly()))
    return void snackbar({ level: 'warning', message: messages.signOutOffline })
  const waiting = await describeWaiting()
  if (waiting && !(await confirmDialog({ question: messages.signOutWaiting(waiting), yes: 'Log out' })))
    return
  form.submit()
}
