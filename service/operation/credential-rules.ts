import type { Permission } from './permissions.ts'

/**
 * Operations and settings that can create, redirect, read, shorten or weaken a credential of Flotilla or of a site. The pipeline
 * enforces `person` (require-permission.ts); service/credential-rules.test.ts compares the other columns with the definitions, and
 * fails for a new operation or setting of this kind that has no row.
 */
export interface CredentialRule {
  permission: Permission
  /** Only a person with a session, or the command line on the server: no API key and no stored password. */
  person: boolean
  /** A session needs a password or factor of the last 10 minutes. */
  stepUp: boolean
  /** What it could do in the wrong hands, and what prevents that where no person is needed. */
  why: string
}

const forPerson = (permission: Permission, why: string): CredentialRule => ({
  permission,
  person: true,
  stepUp: true,
  why,
})
const ownSession = (why: string, stepUp = true): CredentialRule => ({ permission: 'own', person: true, stepUp, why })
const publicProof = (why: string): CredentialRule => ({ permission: 'public', person: false, stepUp: false, why })
const withinKey = (why: string): CredentialRule => ({
  permission: 'access.manage',
  person: false,
  stepUp: true,
  why: `${why} A key does so only within its own scopes, limits and end (keys/key-rights.ts).`,
})
const uploaded = (why: string): CredentialRule => ({ permission: 'move-in.manage', person: true, stepUp: false, why })
/** Within what the caller manages anyway. */
const managed = (permission: Permission, stepUp: boolean, why: string): CredentialRule => ({
  permission,
  person: false,
  stepUp,
  why,
})
const withFullKey = (why: string): CredentialRule => ({
  permission: 'access.manage',
  person: false,
  stepUp: true,
  why: `${why} Of keys, only one with everything and without an end may do so (requireRightsToManageUsers).`,
})

export const credentialRules = {
  // Where the credentials of everyone are sent, and how long and how strong they are.
  'update-mail-server': forPerson('access.manage', 'Links for new passwords and invitations go through this server.'),
  'delete-mail-server': forPerson('access.manage', 'Without it no one can reset a password or learns of a new device.'),
  'test-mail-server': forPerson('access.manage', 'Signs in at the server with the stored password.'),
  'update-sign-in-settings': forPerson('access.manage', 'Removes second factors and lengthens sessions of everyone.'),
  'update-single-sign-on': forPerson('access.manage', 'Another provider, or another group, signs in as anyone.'),
  'update-service-backup-settings': forPerson(
    'access.manage',
    'Sends copies of all hashes and sealed secrets elsewhere.',
  ),

  // Users, roles and keys.
  'add-key': withinKey('Creates a credential.'),
  'update-key': withinKey('Can give a key more rights or more time.'),
  'delete-key': withinKey('Ends a credential.'),
  'add-user': withFullKey('Creates a user with a password.'),
  'update-user': withFullKey('Sets passwords, e-mail addresses and roles.'),
  'delete-user': withFullKey('Ends the access of a person.'),
  'import-users': withFullKey('Creates users and sets their e-mail addresses.'),
  'transfer-user': withFullKey('Gives keys and jobs of one person to another.'),
  'end-user-sessions': withFullKey('Signs a person out.'),
  'revoke-user-application-password': withFullKey('Ends a credential of a person.'),
  'add-invitation': withFullKey('Sends a link that creates a user.'),
  'resend-invitation': withFullKey('Sends a new link that creates a user.'),
  'revoke-invitation': withFullKey('Ends a link that creates a user.'),
  'add-role': withFullKey('Decides what users may do.'),
  'update-role': withFullKey('Decides what users may do.'),
  'delete-role': withFullKey('Decides what users may do.'),

  // The own account.
  'add-application-password': {
    permission: 'own',
    person: false,
    stepUp: true,
    why: 'Creates a credential; the call has the login password.',
  },
  'change-own-password': {
    permission: 'own',
    person: false,
    stepUp: false,
    why: 'Replaces the password; the call has the former one, and a one-time password is replaced without a session.',
  },
  'revoke-application-password': { permission: 'own', person: false, stepUp: false, why: 'Only ends a credential.' },
  'end-session': { permission: 'own', person: false, stepUp: false, why: 'Only ends a session.' },
  'end-own-sessions': { permission: 'own', person: false, stepUp: false, why: 'Only ends sessions.' },
  'sign-out': { permission: 'own', person: false, stepUp: false, why: 'Only ends a session.' },
  'rename-passkey': { permission: 'own', person: false, stepUp: false, why: 'Changes a name.' },
  'add-passkey': ownSession('Creates a credential that signs in without the password.'),
  'start-passkey': ownSession('Begins the same.'),
  'delete-passkey': ownSession('Removes a second factor.'),
  'start-totp': ownSession('Shows the secret of a second factor.'),
  'confirm-totp': ownSession('Adds a second factor; needs a code of it.', false),
  'remove-totp': ownSession('Removes a second factor; needs a code of it.', false),
  'replace-recovery-codes': ownSession('Shows codes that replace a second factor; needs a code.', false),
  'confirm-identity': ownSession('Is the proof that other operations need.', false),
  'start-passkey-confirmation': ownSession('Begins that proof.', false),
  'confirm-key-login': ownSession('Gives a program a key.'),
  'begin-identity-link': ownSession('Lets an account at the provider sign in as this user.'),
  'link-identity': ownSession('Finishes begin-identity-link in the same session.', false),
  'unlink-identity': ownSession('Sets a password instead of the account at the provider.'),
  'approve-call': ownSession('Lets a key make a change; a passkey signs exactly that call.', false),
  'refuse-call': ownSession('Ends the request of a key.', false),

  // Before sign-in: the call has the proof.
  'sign-in': publicProof('Needs the password.'),
  'sign-in-with-code': publicProof('Needs a code of the second factor, after the password.'),
  'sign-in-with-passkey': publicProof('Needs the signature of a passkey.'),
  'start-passkey-sign-in': publicProof('Begins that; tells nothing about users.'),
  'begin-single-sign-on': publicProof('Sends the browser to the provider, bound to this browser.'),
  'finish-single-sign-on': publicProof('Needs the answer of the provider in the browser that began.'),
  'request-password-reset': publicProof('Sends a link to the stored address only; the answer is always the same.'),
  'reset-password': publicProof('Needs the token of the e-mail.'),
  'accept-invitation': publicProof('Needs the token of the e-mail.'),
  'read-invitation': publicProof('Needs the token of the e-mail.'),
  'start-key-login': publicProof('Shows a code that a person must confirm in a session.'),
  'finish-key-login': publicProof('Needs the secret of start-key-login; the key can ask for changes only.'),
  'download-package': publicProof('Needs a token that names one file; for the sites that install it.'),
  'receive-vulnerability-webhook': publicProof('Needs the signature of the source; can only open findings.'),

  // Keys and passwords of sites.
  'export-fleet': forPerson('move-in.manage', 'All keys of sites leave, sealed for a key of the person.'),
  'read-dump': forPerson('move-in.manage', 'Opens the keys of sites in a dump.'),
  'take-over-sites': forPerson('move-in.manage', 'Replaces the keys of sites.'),
  'create-export-script': forPerson('move-in.manage', 'The script sends the keys of all sites, sealed.'),
  'delete-export-script': forPerson('move-in.manage', 'Deletes the key that opens what a script sent.'),
  'accept-move-in': forPerson('move-in.manage', 'Stores keys of sites.'),
  'add-dump-part': uploaded('Stores keys of sites until they are read.'),
  'add-export-part': uploaded('Stores keys of sites until they are accepted.'),
  'make-parity-report': uploaded('Calls the former dashboard of the sites.'),
  'add-site': managed('sites.manage', false, 'The call has a password of the site, which is not stored.'),
  'update-site': managed('sites.manage', false, 'Another address clears the secrets of the site.'),
  'reconnect-site': managed('sites.manage', false, 'The call has a password of the site, which is not stored.'),
  'open-admin': managed('sites.manage', true, 'A link that signs in to the site once, in the browser of the caller.'),
  'renew-connections': managed('settings.manage', true, 'Replaces the keys of sites; shows none.'),
  'disconnect-all-sites': managed('settings.manage', true, 'Removes the keys of sites.'),
  'destroy-sessions': managed('settings.manage', true, 'Signs all users of sites out.'),
  'create-site-users': managed('users.manage', true, 'Sets passwords on sites.'),
  'edit-site-user': managed('users.manage', true, 'Sets passwords on sites.'),
  'delete-site-user': managed('users.manage', true, 'Removes a user of a site.'),
  'import-site-users': managed('users.manage', true, 'Sets passwords on sites.'),
  'set-admin-passwords': managed('users.manage', true, 'Sets passwords on sites.'),

  // Secrets that sign our messages to other programs. They give no access to Flotilla, and the owner sees only its own events.
  'add-webhook': managed('settings.manage', true, 'Shows a secret once.'),
  'update-webhook': managed('settings.manage', true, 'Replaces a secret.'),
  'add-webhook-endpoint': managed('settings.manage', true, 'Shows a secret once.'),
  'update-webhook-endpoint': managed('settings.manage', true, 'Sends the messages elsewhere, with a new secret.'),
  'rotate-webhook-secret': managed('settings.manage', true, 'Shows a new secret once; the former one ends later.'),
  'convert-webhook': managed('settings.manage', true, 'Shows a secret once.'),
  'add-notification-channel': managed('settings.manage', true, 'Stores the token of a chat, sealed.'),
  'update-notification-channel': managed('settings.manage', true, 'Another target needs its own token.'),
  'export-client-data': forPerson('client-data.manage', 'Everything about a client leaves, without sealed columns.'),
  'erase-client': forPerson('client-data.manage', 'Cannot be undone.'),
} as const satisfies Record<string, CredentialRule>

/** Settings, as `group.name`, for which a change needs a person with `access.manage`, whatever the permission of their group is. */
export const credentialSettings: Readonly<Record<string, string>> = {
  'advanced.svc_rest_credentials_in_query': 'Keys in addresses are logged by proxies.',
  'sign-in.second_factor_for': 'Removes the second factor of everyone.',
  'sign-in.second_factor_grace_days': 'Delays the second factor of everyone.',
  'sign-in.session_idle_hours': 'Lengthens every session.',
  'sign-in.session_max_days': 'Lengthens every session.',
}

const rulesByName: ReadonlyMap<string, CredentialRule> = new Map(Object.entries(credentialRules))

export const credentialRuleOf = (operation: string): CredentialRule | undefined => rulesByName.get(operation)
