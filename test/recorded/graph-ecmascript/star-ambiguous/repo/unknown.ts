export * from 'rxjs';
export * from './not-there';
