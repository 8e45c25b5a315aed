import { addState } from './state.ts';

export const notificationState = addState(() => ({ notifications: [] as unknown[], canNotify: true }));

export class Notification {
  static isSupported() {
    return notificationState.canNotify;
  }
  message: unknown;
  constructor(message: unknown) {
    this.message = message;
  }
  show() {
    notificationState.notifications.push(this.message);
  }
}
