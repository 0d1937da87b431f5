/** The public interface of the connector. */
export type { ChildSite, How, RegistrableSite, SiteAddress, SiteKey } from './child-site.ts'
export { type Connector, type ConnectorParts, createConnector } from './connector.ts'
export { type CallEffect, type ConnectorCode, ConnectorError, type ConnectorErrorKind } from './errors.ts'
export { type KeyPair, type KeySource, keyPool, sharedKeySource } from './key-source.ts'
export type { ItemCode, ItemOutcome } from './outcomes.ts'
export type { CommentAction, CommentFilter, CommentRef } from './parts/comments.ts'
export type { CoreOutcome } from './parts/core-update.ts'
export type { InstallOutcome, Package } from './parts/install.ts'
export type { LoginTarget } from './parts/login-link.ts'
export type { Outcomes } from './parts/plugins.ts'
export type { PostChanges, PostMove } from './parts/post-changes.ts'
export type { CustomFields, GalleryImage } from './parts/post-parts.ts'
export type { PostDraft, PostText } from './parts/post-text.ts'
export type { PostFilter, PostRef, PostStatus, PostType } from './parts/posts.ts'
export type { ReadOptions } from './parts/reading.ts'
export { keyOf, type Presence, type Registration, type RegistrationCredentials } from './parts/registration.ts'
export type { Fixable } from './parts/security.ts'
export type { UpdateItem } from './parts/updates.ts'
export type { Chore } from './parts/upkeep.ts'
export type { NewUser, SiteUserChanges, UserColumn } from './parts/users.ts'
export { compareVersions } from './reading/versions.ts'
export { type ConnectorOptions, type ConnectorSettings, defaultSettings } from './settings.ts'
export { type SiteLocks, siteLocksInProcess } from './site-locks.ts'
export { type ChangeCursor, type LoggedChange, type OutsideAction, startCursor } from './snapshot/changes.ts'
export type { Category, CommentStatus, PostSummary, SiteComment } from './snapshot/content.ts'
export type { SiteUser } from './snapshot/people.ts'
export type { CheckState, SecurityState, SiteHealth, SiteInfo } from './snapshot/site-state.ts'
export {
  type SiteSnapshot,
  type SnapshotChanges,
  type SnapshotPart,
  type SnapshotProblem,
  snapshotParts,
} from './snapshot/snapshot.ts'
export type { AbandonedItem, Plugin, Theme } from './snapshot/software.ts'
export type { SoftwareUpdate, TranslationUpdate } from './snapshot/updates.ts'
