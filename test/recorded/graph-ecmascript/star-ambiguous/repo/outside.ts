export * from './left';
export * from 'rxjs';
