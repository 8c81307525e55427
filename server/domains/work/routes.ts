import type { Route } from '#server/http/route.ts'
import { assertionsActions } from './assertions/actions.tsx'
import { assertionsApi } from './assertions/api.ts'
import { assertionsPages } from './assertions/pages.tsx'
import { attachmentsActions } from './attachments/actions.tsx'
import { attachmentsApi } from './attachments/api.ts'
import { attachmentsPages } from './attachments/pages.tsx'
import { boardsActions } from './boards/actions.tsx'
import { boardsApi } from './boards/api.ts'
import { boardsPages } from './boards/pages.tsx'
import { calendarActions } from './calendar/actions.tsx'
import { calendarPages } from './calendar/pages.tsx'
import { dashboardPages } from './dashboard/pages.tsx'
import { deliveriesActions } from './deliveries/actions.tsx'
import { deliveriesApi } from './deliveries/api.ts'
import { deliveriesExport } from './deliveries/api-export.ts'
import { deliveryDocuments } from './deliveries/documents.tsx'
import { deliveryMail } from './deliveries/mail.tsx'
import { manyDeliveries } from './deliveries/many-routes.tsx'
import { deliveriesPages } from './deliveries/pages.tsx'
import { templatesActions } from './frequency/actions.tsx'
import { frequencyApi } from './frequency/api.ts'
import { frequencyPages } from './frequency/pages.tsx'
import { templatesPages } from './frequency/templates-pages.tsx'
import { downloadApi } from './jobdocuments/api.ts'
import { attachmentReportPages } from './jobdocuments/attachment-pages.tsx'
import { jobMailPages } from './jobdocuments/mail-pages.tsx'
import { markSentAction } from './jobdocuments/mark-sent-action.tsx'
import { renderPages } from './jobdocuments/pages.tsx'
import { jobInputsRoutes } from './jobinputs/actions.tsx'
import { jobLabelPages, jobLabelsApi } from './joblabels/pages.tsx'
import { jobLinksActions } from './joblinks/actions.tsx'
import { jobLinksApi } from './joblinks/api.ts'
import { clientPages } from './joblinks/public-pages.tsx'
import { jobsActions } from './jobs/actions.tsx'
import { agingPages } from './jobs/aging-pages.tsx'
import { jobsApi } from './jobs/api.ts'
import { jobBegunApi } from './jobs/api-begun.ts'
import { jobFieldsApi } from './jobs/api-fields.ts'
import { jobsLanesApi } from './jobs/api-lanes.ts'
import { jobsListsApi } from './jobs/api-lists.ts'
import { sampleActions } from './jobs/api-sample.ts'
import { jobLookup } from './jobs/lookup.tsx'
import { jobListPages, jobsPages } from './jobs/pages.tsx'
import { jobStepsActions } from './jobsteps/actions.tsx'
import { allocationsPages } from './jobsteps/allocations-pages.tsx'
import { jobStepsApi } from './jobsteps/api.ts'
import { materialsApi } from './materials/api.ts'
import { materialsOutside } from './materials/api-outside.ts'
import { linePriceActions } from './materials/price-actions.tsx'
import { myWorkPages } from './mywork/pages.tsx'
import { notesRoutes } from './notes/routes.tsx'
import { pickingActions } from './picking/actions.tsx'
import { pickingPages } from './picking/pages.tsx'
import { scheduleActions } from './schedule/actions.tsx'
import { scheduleApi } from './schedule/api.ts'
import { schedulePages } from './schedule/pages.tsx'
import { signOffRoutes } from './signoffs/routes.tsx'
import { timesheetApi } from './timesheet/api.ts'
import { billRoutes } from './timesheet/bill-routes.tsx'
import { timesheetsActions } from './timesheets/actions.tsx'
import { timeExport } from './timesheets/api-export.ts'
import { timesheetsPages } from './timesheets/pages.tsx'
import { trackingRoutes } from './tracking/pages.tsx'
import { workersApi } from './workers/api.ts'
import { workerRatesRoutes } from './workers/rates-routes.tsx'
import { workersRoutes } from './workers/resource.ts'

export const workRoutes: Route[] = [
  ...jobInputsRoutes,
  ...frequencyPages,
  ...frequencyApi,
  ...templatesActions,
  ...workersRoutes,
  ...workersApi,
  ...workerRatesRoutes,
  ...assertionsApi,
  ...assertionsActions,
  ...assertionsPages,
  ...boardsApi,
  ...boardsActions,
  ...boardsPages,
  ...jobsActions,
  ...sampleActions,
  ...jobsApi,
  ...jobBegunApi,
  ...jobFieldsApi,
  ...jobsLanesApi,
  ...jobsListsApi,
  ...jobLookup,
  ...downloadApi,
  ...materialsApi,
  ...materialsOutside,
  ...linePriceActions,
  ...jobStepsActions,
  ...jobStepsApi,
  ...timesheetApi,
  ...billRoutes,
  ...timesheetsActions,
  ...timesheetsPages,
  timeExport,
  ...myWorkPages,
  ...scheduleActions,
  ...calendarActions,
  ...calendarPages,
  ...scheduleApi,
  ...pickingActions,
  ...pickingPages,
  ...trackingRoutes,
  ...deliveriesApi,
  ...deliveriesActions,
  ...deliveriesPages,
  deliveriesExport,
  ...deliveryDocuments,
  ...deliveryMail,
  ...manyDeliveries,
  ...notesRoutes,
  ...signOffRoutes,
  ...renderPages,
  ...attachmentReportPages,
  ...jobLabelsApi,
  ...jobLabelPages,
  ...jobMailPages,
  ...jobLinksActions,
  ...jobLinksApi,
  ...clientPages,
  ...markSentAction,
  ...attachmentsApi,
  ...attachmentsActions,
  ...attachmentsPages,
  ...dashboardPages,
  ...jobListPages,
  // Its first segment is the account's own word, so it comes after everything that is fixed.
  ...jobsPages,
  ...agingPages,
  ...allocationsPages,
  ...templatesPages,
  ...schedulePages,
]
