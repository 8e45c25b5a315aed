import { EventEmitter } from 'node:events';
import { needReady } from './life-cycle.ts';
import { addState } from './state.ts';

export const notificationState = addState(() => ({ notifications: [] as Notification[], canNotify: true }));

export class Notification extends EventEmitter {
  static isSupported() {
    return notificationState.canNotify;
  }
  message: unknown;
  constructor(message: unknown) {
    super();
    needReady('Cannot create Notification before app is ready');
    this.message = message;
  }
  show() {
    notificationState.notifications.push(this);
  }
}
