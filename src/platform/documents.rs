//! Files that the system opens by events instead of arguments: macOS sends those that Finder opens in an Apple event,
//! to a running program as well.

#[cfg(target_os = "macos")]
pub use macos::Documents;

/// Other systems have no such events: the closure is never called.
#[cfg(not(target_os = "macos"))]
pub struct Documents;

#[cfg(not(target_os = "macos"))]
impl Documents {
    pub fn listen(_: impl Fn(Vec<std::path::PathBuf>) + 'static) -> Self {
        Self
    }
}

/// The handler is set when the application is about to finish launching: before, AppKit would put its
/// own in the place, and later the event that the program was launched with would have passed.
#[cfg(target_os = "macos")]
mod macos {
    use std::path::PathBuf;

    use objc2::rc::Retained;
    use objc2::runtime::{AnyObject, NSObject};
    use objc2::{AllocAnyThread as _, DefinedClass as _, define_class, msg_send, sel};
    use objc2_foundation::{
        NSAppleEventDescriptor, NSAppleEventManager, NSNotification, NSNotificationCenter,
        ns_string,
    };

    /// `kCoreEventClass`, `kAEOpenDocuments` and `keyDirectObject` of the Apple Event Manager.
    const CORE_EVENTS: u32 = u32::from_be_bytes(*b"aevt");
    const OPEN_DOCUMENTS: u32 = u32::from_be_bytes(*b"odoc");
    const DIRECT_OBJECT: u32 = u32::from_be_bytes(*b"----");

    /// Listens for files that are opened, until it is dropped.
    pub struct Documents(Retained<Opener>);

    impl Documents {
        /// Starts to listen. This has to be before the event loop runs.
        pub fn listen(open: impl Fn(Vec<PathBuf>) + 'static) -> Self {
            let opener = Opener::alloc().set_ivars(Box::new(open));
            // SAFETY: this is how an object of this class is made.
            let opener: Retained<Opener> = unsafe { msg_send![super(opener), init] };
            let centre = NSNotificationCenter::defaultCenter();
            let observer: &AnyObject = &opener;
            // SAFETY: the method exists, takes a notification, and the object lives until it is dropped.
            unsafe {
                centre.addObserver_selector_name_object(
                    observer,
                    sel!(willFinishLaunching:),
                    Some(ns_string!("NSApplicationWillFinishLaunchingNotification")),
                    None,
                );
            }
            Self(opener)
        }
    }

    impl Drop for Documents {
        fn drop(&mut self) {
            let observer: &AnyObject = &self.0;
            // SAFETY: it was added, and the handler is removed with it.
            unsafe {
                NSNotificationCenter::defaultCenter().removeObserver(observer);
                let manager = NSAppleEventManager::sharedAppleEventManager();
                let _: () = msg_send![
                    &manager,
                    removeEventHandlerForEventClass: CORE_EVENTS,
                    andEventID: OPEN_DOCUMENTS,
                ];
            }
        }
    }

    define_class!(
        // SAFETY: NSObject asks nothing of its subclasses, and this one has no Drop.
        #[unsafe(super(NSObject))]
        #[name = "RushesDocumentOpener"]
        #[ivars = Box<dyn Fn(Vec<PathBuf>)>]
        struct Opener;

        impl Opener {
            #[unsafe(method(willFinishLaunching:))]
            fn will_finish_launching(&self, _: &NSNotification) {
                let manager = NSAppleEventManager::sharedAppleEventManager();
                // SAFETY: the method exists and takes two descriptors; the object outlives its handler.
                unsafe {
                    let _: () = msg_send![
                        &manager,
                        setEventHandler: self,
                        andSelector: sel!(open:reply:),
                        forEventClass: CORE_EVENTS,
                        andEventID: OPEN_DOCUMENTS,
                    ];
                }
            }

            #[unsafe(method(open:reply:))]
            fn open(&self, event: &NSAppleEventDescriptor, _: &NSAppleEventDescriptor) {
                // SAFETY: an event has this method, which may find nothing.
                let list: Option<Retained<NSAppleEventDescriptor>> =
                    unsafe { msg_send![event, paramDescriptorForKeyword: DIRECT_OBJECT] };
                let Some(list) = list else { return };
                let items = (1..=list.numberOfItems()).filter_map(|at| list.descriptorAtIndex(at));
                let paths = items.filter_map(|item| item.fileURLValue()?.to_file_path());
                (self.ivars())(paths.collect());
            }
        }
    );
}
