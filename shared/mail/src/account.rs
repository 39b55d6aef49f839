//! Account emails: confirm an address, reset a password, password changed, existing account.

use bole_domain::evaluation::Language;

use crate::Message;
use crate::layout::{Letter, one_line};

/// Asks a new user to confirm their address. The link is valid for a day.
#[must_use]
pub fn signup(language: Language, to: &str, name: &str, link: &str) -> Message {
    let name = one_line(name);
    match language {
        Language::Zh => Letter {
            subject: "请确认您的邮箱",
            greeting: &format!("{name}，您好："),
            paragraphs: &["欢迎使用伯乐。请确认这个邮箱属于您，确认后即可登录并创建您的组织。", "链接在 24 小时内有效，只能使用一次。"],
            button: "确认邮箱",
            fallback: "如果按钮无法打开，请把下面的链接复制到浏览器：",
            closing: "如果您没有注册过伯乐，请忽略这封邮件，不会创建任何可用的账号。",
        }
        .to(to, link, language),
        Language::En => Letter {
            subject: "Verify your email",
            greeting: &format!("Hello {name},"),
            paragraphs: &[
                "Welcome to Bole. Please verify that this address is yours. Then you can sign in and set up your organization.",
                "The link works once and expires in 24 hours.",
            ],
            button: "Verify email",
            fallback: "If the button doesn't work, copy this link into your browser:",
            closing: "If you didn't sign up for Bole, you can ignore this email. Without verification, the account stays inactive.",
        }
        .to(to, link, language),
        Language::Id => Letter {
            subject: "Konfirmasi alamat email Anda",
            greeting: &format!("Halo {name},"),
            paragraphs: &[
                "Selamat datang di Bole. Mohon konfirmasi bahwa alamat ini milik Anda; setelah itu Anda dapat masuk dan membuat organisasi.",
                "Tautan ini berlaku satu kali, selama 24 jam.",
            ],
            button: "Konfirmasi alamat",
            fallback: "Jika tombol tidak berfungsi, salin tautan ini ke browser Anda:",
            closing: "Jika Anda tidak mendaftar di Bole, abaikan email ini: tanpa konfirmasi Anda, akun tidak akan aktif.",
        }
        .to(to, link, language),
    }
}

/// Password reset. The link is valid for an hour.
#[must_use]
pub fn recovery(language: Language, to: &str, name: &str, link: &str) -> Message {
    let name = one_line(name);
    match language {
        Language::Zh => Letter {
            subject: "重置您的密码",
            greeting: &format!("{name}，您好："),
            paragraphs: &[
                "我们收到了重置您伯乐账号密码的请求。请点击下面的按钮设置新密码。",
                "链接在 1 小时内有效，只能使用一次。",
            ],
            button: "设置新密码",
            fallback: "如果按钮无法打开，请把下面的链接复制到浏览器：",
            closing: "如果这不是您本人的操作，请忽略这封邮件，您的密码不会改变。",
        }
        .to(to, link, language),
        Language::En => Letter {
            subject: "Reset your password",
            greeting: &format!("Hello {name},"),
            paragraphs: &[
                "We received a request to reset the password of your Bole account. You can choose a new one here.",
                "The link works once and expires in an hour.",
            ],
            button: "Choose a new password",
            fallback: "If the button doesn't work, copy this link into your browser:",
            closing: "If you didn't ask for this, you can ignore this email. Your password won't change.",
        }
        .to(to, link, language),
        Language::Id => Letter {
            subject: "Buat kata sandi baru",
            greeting: &format!("Halo {name},"),
            paragraphs: &[
                "Ada permintaan kata sandi baru untuk akun Bole Anda. Jika itu Anda, buat kata sandi baru di sini.",
                "Tautan ini berlaku satu kali, selama satu jam.",
            ],
            button: "Buat kata sandi baru",
            fallback: "Jika tombol tidak berfungsi, salin tautan ini ke browser Anda:",
            closing: "Jika bukan Anda yang meminta, abaikan email ini: kata sandi Anda tidak berubah.",
        }
        .to(to, link, language),
    }
}

/// Informs the owner of an account that its password was reset or changed. The link goes to sign-in.
#[must_use]
pub fn password_changed(language: Language, to: &str, name: &str, link: &str) -> Message {
    let name = one_line(name);
    match language {
        Language::Zh => Letter {
            subject: "您的密码已更改",
            greeting: &format!("{name}，您好："),
            paragraphs: &["您的伯乐账号刚刚设置了新密码，其他设备均已退出登录。"],
            button: "去登录",
            fallback: "如果按钮无法打开，请把下面的链接复制到浏览器：",
            closing: "如果这不是您本人的操作，请立即在登录页点击“忘记密码”重置密码，并告知组织的管理员。",
        }
        .to(to, link, language),
        Language::En => Letter {
            subject: "Your password was changed",
            greeting: &format!("Hello {name},"),
            paragraphs: &["The password of your Bole account was just changed, and all other devices were signed out."],
            button: "Sign in",
            fallback: "If the button doesn't work, copy this link into your browser:",
            closing: "If this wasn't you, reset your password on the sign-in page right away and tell your organization's admin.",
        }
        .to(to, link, language),
        Language::Id => Letter {
            subject: "Kata sandi Anda telah diubah",
            greeting: &format!("Halo {name},"),
            paragraphs: &["Kata sandi akun Bole Anda baru saja diubah, dan semua perangkat lain telah dikeluarkan."],
            button: "Masuk",
            fallback: "Jika tombol tidak berfungsi, salin tautan ini ke browser Anda:",
            closing: "Jika bukan Anda yang mengubahnya, segera buat kata sandi baru di halaman masuk dan beri tahu admin organisasi Anda.",
        }
        .to(to, link, language),
    }
}

/// Asks to confirm the account's new address. The link is valid for an hour.
#[must_use]
pub fn email_change(language: Language, to: &str, name: &str, link: &str) -> Message {
    let name = one_line(name);
    match language {
        Language::Zh => Letter {
            subject: "请确认您的新邮箱",
            greeting: &format!("{name}，您好："),
            paragraphs: &[
                "您要把伯乐账号的邮箱改为这个地址。确认后，请使用这个邮箱登录。",
                "链接在 1 小时内有效，只能使用一次。",
            ],
            button: "确认新邮箱",
            fallback: "如果按钮无法打开，请把下面的链接复制到浏览器：",
            closing: "如果这不是您本人的操作，请忽略这封邮件，不会有任何改变。",
        }
        .to(to, link, language),
        Language::En => Letter {
            subject: "Confirm your new email address",
            greeting: &format!("Hello {name},"),
            paragraphs: &[
                "You asked to use this address for your Bole account. Once you confirm it, sign in with this address.",
                "The link works once and expires in an hour.",
            ],
            button: "Confirm new address",
            fallback: "If the button doesn't work, copy this link into your browser:",
            closing: "If you didn't ask for this, you can ignore this email. Nothing will change.",
        }
        .to(to, link, language),
        Language::Id => Letter {
            subject: "Konfirmasi alamat email baru Anda",
            greeting: &format!("Halo {name},"),
            paragraphs: &[
                "Anda meminta alamat ini dipakai untuk akun Bole Anda. Setelah dikonfirmasi, masuklah dengan alamat ini.",
                "Tautan ini berlaku satu kali, selama 1 jam.",
            ],
            button: "Konfirmasi alamat baru",
            fallback: "Jika tombol tidak berfungsi, salin tautan ini ke browser Anda:",
            closing: "Jika Anda tidak memintanya, abaikan email ini. Tidak ada yang berubah.",
        }
        .to(to, link, language),
    }
}

/// Tells the former address of an account that another one has replaced it. The link goes to sign-in.
#[must_use]
pub fn email_changed(language: Language, to: &str, name: &str, new: &str, link: &str) -> Message {
    let [name, new] = [name, new].map(one_line);
    match language {
        Language::Zh => Letter {
            subject: "您的账号邮箱已更改",
            greeting: &format!("{name}，您好："),
            paragraphs: &[&format!("您的伯乐账号邮箱刚刚改为 {new}，今后请使用新邮箱登录。")],
            button: "去登录",
            fallback: "如果按钮无法打开，请把下面的链接复制到浏览器：",
            closing: "如果这不是您本人的操作，请立即告知组织的管理员。",
        }
        .to(to, link, language),
        Language::En => Letter {
            subject: "Your email address was changed",
            greeting: &format!("Hello {name},"),
            paragraphs: &[&format!(
                "The address of your Bole account was just changed to {new}. Sign in with it from now on."
            )],
            button: "Sign in",
            fallback: "If the button doesn't work, copy this link into your browser:",
            closing: "If this wasn't you, tell your organization's admin right away.",
        }
        .to(to, link, language),
        Language::Id => Letter {
            subject: "Alamat email Anda telah diubah",
            greeting: &format!("Halo {name},"),
            paragraphs: &[&format!(
                "Alamat akun Bole Anda baru saja diubah menjadi {new}. Mulai sekarang masuklah dengan alamat itu."
            )],
            button: "Masuk",
            fallback: "Jika tombol tidak berfungsi, salin tautan ini ke browser Anda:",
            closing: "Jika bukan Anda yang mengubahnya, segera beri tahu admin organisasi Anda.",
        }
        .to(to, link, language),
    }
}

/// Informs the owner of an address that someone tried to register with it. The link goes to sign-in.
#[must_use]
pub fn already_registered(language: Language, to: &str, name: &str, link: &str) -> Message {
    let name = one_line(name);
    match language {
        Language::Zh => Letter {
            subject: "您已经有伯乐账号",
            greeting: &format!("{name}，您好："),
            paragraphs: &["有人用这个邮箱注册伯乐，而这个邮箱已经有账号了。如果是您本人，直接登录即可；忘记密码可以在登录页重置。"],
            button: "去登录",
            fallback: "如果按钮无法打开，请把下面的链接复制到浏览器：",
            closing: "如果不是您本人，无需任何操作，您的账号没有变化。",
        }
        .to(to, link, language),
        Language::En => Letter {
            subject: "You already have an account",
            greeting: &format!("Hello {name},"),
            paragraphs: &[
                "Someone tried to sign up for Bole with this address, but it already has an account. If that was you, just sign in. If you forgot your password, you can reset it on the sign-in page.",
            ],
            button: "Sign in",
            fallback: "If the button doesn't work, copy this link into your browser:",
            closing: "If it wasn't you, there's nothing you need to do. Your account hasn't changed.",
        }
        .to(to, link, language),
        Language::Id => Letter {
            subject: "Anda sudah memiliki akun",
            greeting: &format!("Halo {name},"),
            paragraphs: &[
                "Ada yang mendaftar di Bole dengan alamat ini, padahal alamat ini sudah memiliki akun. Jika itu Anda, silakan langsung masuk; jika lupa kata sandi, Anda dapat membuat yang baru di halaman masuk.",
            ],
            button: "Masuk",
            fallback: "Jika tombol tidak berfungsi, salin tautan ini ke browser Anda:",
            closing: "Jika bukan Anda, tidak ada yang perlu dilakukan: akun Anda tidak berubah.",
        }
        .to(to, link, language),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINK: &str = "https://bole.example/?type=signup&token_hash=abc";

    #[test]
    fn every_email_has_its_link_as_text_and_html_in_every_language() {
        for language in Language::ALL {
            let mut composed = vec![email_changed(*language, "a@example.com", "王芳", "new@example.com", LINK)];
            for compose in [signup, recovery, password_changed, email_change, already_registered] {
                composed.push(compose(*language, "a@example.com", "王芳", LINK));
            }
            for mail in composed {
                assert_eq!(mail.links, [LINK]);
                assert!(mail.text.contains(LINK), "{}", mail.text);
                assert!(mail.html.contains("https://bole.example/?type=signup&amp;token_hash=abc"));
                assert!(mail.html.contains(&format!("lang=\"{language}\"")));
                assert!(mail.text.contains("王芳"));
            }
        }
    }

    #[test]
    fn names_are_escaped_and_kept_on_one_line() {
        let mail = signup(Language::En, "a@example.com", "<b>Eve</b>\r\nBcc: x@y.z", LINK);
        assert!(mail.html.contains("Hello &lt;b&gt;Eve&lt;/b&gt; Bcc: x@y.z,"));
        assert!(!mail.subject.contains('\n'));
    }
}
