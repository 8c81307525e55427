/**
 * The page script: htmx and what every page needs, without React. Each line is one file of `client/` and can be
 * read alone; they speak with each other through document events.
 */
import htmx from 'htmx.org'
import { sendPageHeaders } from './client/account.ts'
import { watchAdding } from './client/adding.ts'
import { watchAutosave } from './client/autosave.ts'
import { watchBlockedForms } from './client/blocked-forms.ts'
import { watchCamera } from './client/camera.ts'
import { refuseStrangers } from './client/captive-portal.ts'
import { watchCodeForms } from './client/code-forms.ts'
import { confirmDialog, watchConfirm } from './client/confirm.ts'
import { watchCopy } from './client/copy.ts'
import { openCreate, watchCreating } from './client/create.ts'
import { openDialog, watchDialogs } from './client/dialogs.ts'
import { watchDurationHints } from './client/duration-hints.ts'
import { strikeEarlyKeys } from './client/early-input.ts'
import { watchErrors } from './client/errors.ts'
import { watchFields } from './client/fields.ts'
import { watchFills } from './client/fills.ts'
import { watchFilters } from './client/filters.ts'
import { watchCorrections } from './client/forms.ts'
import { watchFrame } from './client/frame.ts'
import { watchFormsThatLeadOn } from './client/held-keys.ts'
import { sendIdempotencyKeys } from './client/idempotency.ts'
import { watchInstalled } from './client/installed.ts'
import { watchIslands } from './client/islands.ts'
import { watchIssueNumber } from './client/issue-number.ts'
import { watchKeys } from './client/keys.ts'
import { watchLateSelects } from './client/late-selects.ts'
import { watchListViews } from './client/list-views.ts'
import { watchMenus } from './client/menus.ts'
import { watchNotifications } from './client/notifications.ts'
import { watchOnline } from './client/online.ts'
import { holds, isBegun } from './client/outbox/flag.ts'
import {
  beginKeeping,
  endKeeping,
  findRefused,
  keepWaiting,
  showWaiting,
  watchOutbox,
} from './client/outbox.ts'
import { watchPaymentPays } from './client/payment-pays.ts'
import { watchPercentAmounts } from './client/percent-amounts.ts'
import { watchPickers } from './client/picker.ts'
import { watchPreservedRows } from './client/preserved-search-rows.ts'
import { shieldPresses } from './client/press-shield.ts'
import { watchPrint } from './client/print.ts'
import { watchQuantities } from './client/quantities.ts'
import { watchRefresh } from './client/refresh.ts'
import { watchRequiredFields } from './client/required-fields.ts'
import { watchRestockTicks } from './client/restock-ticks.ts'
import { watchRows } from './client/rows.ts'
import { watchSavedParts } from './client/saved-parts.ts'
import { watchScanTargets } from './client/scan-targets.ts'
import { watchScans } from './client/scans.ts'
import { watchSearch } from './client/search.ts'
import { watchSelection } from './client/selection.ts'
import { watchSignaturePads } from './client/signature-pad.ts'
import { awaitSignIn, stayWhereTyped } from './client/signed-out.ts'
import { watchSignIn } from './client/signin.ts'
import { watchSignOut } from './client/signout.ts'
import { snackbar, watchSnackbars } from './client/snackbars.ts'
import { sendStandaloneControls } from './client/standalone-controls.ts'
import { watchSteppers } from './client/steppers.ts'
import { watchStoredParts } from './client/stored.ts'
import { watchSwitches } from './client/switches.ts'
import { watchTabs } from './client/tabs.ts'
import { watchTimers } from './client/timers.ts'
import { watchTimes } from './client/times.ts'
import { watchTryCalls } from './client/try-calls.ts'
import { guardUnsavedChanges } from './client/unsaved-changes.ts'
import { watchUnsent } from './client/unsent.ts'
import { watchUploads } from './client/uploads.ts'
import { startHub } from './hub.ts'

window.joblane = {
  snackbar,
  dialog: openDialog,
  confirm: confirmDialog,
  create: openCreate,
  awaitSignIn,
  outbox: { holds, isBegun, findRefused, keep: keepWaiting, show: showWaiting, beginKeeping, endKeeping },
}

sendPageHeaders()
sendIdempotencyKeys()
refuseStrangers()
stayWhereTyped()
sendStandaloneControls()
watchAutosave()
watchErrors()
watchAdding()
watchCamera()
guardUnsavedChanges()
watchCodeForms()
watchConfirm()
watchCopy()
watchCreating()
watchDialogs()
shieldPresses()
watchFields()
watchCorrections()
watchFills()
watchFilters()
watchFrame()
watchInstalled()
watchBlockedForms()
watchIssueNumber()
watchPaymentPays()
watchRestockTicks()
watchKeys()
watchLateSelects()
watchListViews()
watchMenus()
watchDurationHints()
watchRequiredFields()
watchTryCalls()
watchNotifications()
watchOnline()
watchOutbox()
watchPickers()
watchPrint()
watchQuantities()
watchRefresh()
watchRows()
watchSavedParts()
watchScanTargets()
watchFormsThatLeadOn()
watchPreservedRows()
watchScans()
watchSearch()
watchSelection()
watchPercentAmounts()
watchSignaturePads()
watchSignIn()
watchSignOut()
watchSnackbars()
watchSteppers()
watchStoredParts()
watchSwitches()
watchTabs()
watchTimers()
watchTimes()
// What Save uploads is not asked about.
watchUploads()
watchUnsent()
watchIslands()
// By itself it starts a turn later, and what is pressed until then is lost.
htmx.initialize()
strikeEarlyKeys()

if (document.documentElement.dataset.hub) startHub()
